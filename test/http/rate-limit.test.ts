import { describe, expect, test } from '@jest/globals';
import { account, second } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

const limited = () => openSimulator({ account: account({ rateLimit: { calls: 2, windowMs: 3 * second } }) });

describe('a rate limit', () => {
  test.each(['v1', 'v2', 'v2.1'])('is refused in the form of %s, with Retry-After', async (version) => {
    const { live, clock } = limited();
    const path = version === 'v1' ? '/v1/accountStatus' : `/${version}/faxes`;
    await live.get(path).expect(200);
    await live.get(path).expect(200);
    const { body } = await live.get(path).expect(429).expect('Retry-After', '3');
    expect(body).toEqual({ success: false, message: 'Rate limit exceeded: 2 in 3 s for an API key' });
    await clock.advance(2 * second);
    await live.get(path).expect(429).expect('Retry-After', '1');
    await clock.advance(second);
    await live.get(path).expect(200);
  });

  test('counts for each key, and only calls of the service', async () => {
    const { live, test: tester, anyone } = limited();
    for (const caller of [live, tester]) {
      for (const status of [200, 200, 429]) await caller.get('/v2/faxes').expect(status);
    }
    await anyone.get('/_faxsim/world').expect(200);
    await anyone.get('/v2.1/public/countries').expect(200);
  });

  test('is set, shown and taken away while it runs, and a reset forgets the count', async () => {
    const { live, anyone } = openSimulator();
    const rate_limit = '1/1s';
    const { body } = await anyone.patch('/_faxsim/settings').send({ rate_limit }).expect(200);
    expect(body.data.rate_limit).toBe('1/1s');
    await live.get('/v2/faxes').expect(200);
    await live.get('/v2/faxes').expect(429);
    await anyone.patch('/_faxsim/settings').send({ rate_limit: null }).expect(200);
    await live.get('/v2/faxes').expect(200);
    const wrong = await anyone.patch('/_faxsim/settings').send({ rate_limit: '0/1s' }).expect(422);
    expect(wrong.body.message).toContain('rate_limit must be a number of calls and a time, such as 1/1s');
    await anyone.put('/_faxsim/snapshots/free').expect(200);
    await anyone.post('/_faxsim/snapshots/free/restore').expect(200);
    await live.get('/v2/faxes').expect(200);
  });
});
