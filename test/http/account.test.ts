import { describe, expect, test } from '@jest/globals';
import { account, day, hour, receivedFax, second, sentFax } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

// Noon is at six in the morning of the 20th of November 2026 in US Central time.
const midnight = Date.parse('2026-11-20T00:00:00-06:00');
/** Still in summer time. */
const monthStart = Date.parse('2026-11-01T00:00:00-05:00');

const faxes = [
  sentFax({ id: 1, createdAt: midnight }),
  sentFax({ id: 2, createdAt: midnight + hour, status: 'failure' }),
  sentFax({ id: 3, createdAt: midnight - second, isTest: true }),
  receivedFax({ id: 4, createdAt: midnight }),
  receivedFax({ id: 5, createdAt: monthStart }),
  receivedFax({ id: 6, createdAt: monthStart - second }),
  sentFax({ id: 7, createdAt: monthStart - day }),
];

describe('the account’s status', () => {
  test.each(['v2', 'v2.1'])('is shown by %s as recorded', async (version) => {
    const { live } = openSimulator({ account: account({ balanceCents: 1076 }) });
    const { text } = await live.get(`/${version}/account/status`).expect(200);
    expect(text).toBe(
      '{"success":true,"message":"Account status retrieved successfully","data":{"balance":1076,"faxes_today":{"sent":0,"received":0},"faxes_this_month":{"sent":0,"received":0}}}',
    );
  });

  test('counts the day and the month of the service’s time zone', async () => {
    const { live, clock } = openSimulator({ faxes });
    const counts = async () => {
      const { data } = (await live.get('/v2.1/account/status').expect(200)).body;
      return [data.faxes_today, data.faxes_this_month];
    };
    expect(await counts()).toEqual([
      { sent: 2, received: 1 },
      { sent: 3, received: 2 },
    ]);
    await clock.advance(18 * hour - second);
    expect((await counts())[0]).toEqual({ sent: 2, received: 1 });
    await clock.advance(second);
    expect(await counts()).toEqual([
      { sent: 0, received: 0 },
      { sent: 3, received: 2 },
    ]);
    await clock.advance(10 * day);
    expect((await counts())[1]).toEqual({ sent: 0, received: 0 });
  });

  test('follows what is sent, with either pair of keys, and what it costs', async () => {
    const world = openSimulator({ account: account({ balanceCents: 100 }) });
    const fax = { to: '+12025550123', content_url: 'https://example.com' };
    await world.live.post('/v2/faxes').type('form').send(fax).expect(200);
    await world.test.post('/v2/faxes').type('form').send(fax).expect(200);
    await world.clock.runUntilIdle();
    const { body } = await world.test.get('/v2/account/status').expect(200);
    expect(body.data).toEqual({
      balance: 93,
      faxes_today: { sent: 2, received: 0 },
      faxes_this_month: { sent: 2, received: 0 },
    });
  });

  test('is shown by v1 in its own form', async () => {
    const { anyone } = openSimulator({ faxes, account: account({ balanceCents: 93 }) });
    const { text } = await anyone.post('/v1/accountStatus').type('form').send(keyParams).expect(200);
    expect(text).toBe(
      '{"success":true,"message":"Account status retrieved successfully","data":{"faxes_sent_this_month":3,"faxes_sent_today":2,"balance":93}}',
    );
  });

  test('is not shown without credentials, nor by another method', async () => {
    const { anyone, live } = openSimulator();
    await anyone.get('/v2.1/account/status').expect(401);
    await live.post('/v2.1/account/status').expect(405);
  });
});
