import { describe, expect, test } from '@jest/globals';
import { operationParameters } from '../../../src/scenarios/operation-parameters.generated.ts';
import { account } from '../../support/examples.ts';
import { keyParams, openSimulator } from '../../support/simulator.ts';

const withToken = (webhookToken: string) => openSimulator({ account: account({ webhookToken }) });

/** The latest request of the journal. */
async function latestOf({ anyone }: ReturnType<typeof openSimulator>) {
  return (await anyone.get('/_faxsim/requests').expect(200)).body.data.requests.at(-1);
}

const parameterNames = [...new Set(Object.values(operationParameters).flat())];

describe('a webhook token that is a word', () => {
  test.each(['secret', 'number', 'Hello'])(
    'changes no name, message, content or lint of a request: %s',
    async (token) => {
      const opened = withToken(token);
      const fields = { ...keyParams, to: '+12025550123', string_data: 'Hello number secret', 'tag[number]': 'secret' };
      const { text } = await opened.anyone.post('/v1/send').type('form').send(fields).expect(200);
      const { params, lint, answer } = await latestOf(opened);
      expect(params).toEqual({
        api_key: '•••',
        api_secret: '•••',
        to: '+12025550123',
        string_data: 'Hello number secret',
        tag: { number: 'secret' },
      });
      expect(lint).toEqual([]);
      expect(answer.body).toBe(text);
    },
  );

  test('changes no message of a refusal', async () => {
    const opened = withToken('secret');
    const wrong = { api_key: 'wrong', api_secret: 'secret' };
    const { text } = await opened.anyone.post('/v1/faxList').type('form').send(wrong).expect(401);
    const { answer, refused } = await latestOf(opened);
    expect(answer.body).toBe(text);
    expect(refused.reason).toBe('The API key or the API secret is wrong');
  });

  test.each(parameterNames)('changes no name of a parameter, even if it is one: %s', async (token) => {
    const opened = withToken(token);
    await opened.live.get(`/v2.1/account/status?${token}=${token}x`).expect(200);
    const { params, lint } = await latestOf(opened);
    expect(Object.keys(params)).toEqual([token]);
    expect(JSON.stringify(lint)).not.toContain('•••');
  });

  test('is hidden still as the value of a name that says that it is secret', async () => {
    const opened = withToken('secret');
    await opened.live.get('/v2.1/faxes?webhook_token=secret&page=1').expect(200);
    expect((await latestOf(opened)).params).toEqual({ webhook_token: '•••', page: '1' });
  });
});

describe('lint sees what the journal hides', () => {
  const token = '+12025550123+12025550123';

  test('so that a hidden number is no wrong number', async () => {
    const opened = withToken(token);
    await opened.live.get('/v2.1/faxes').query({ phone_number: token, per_page: 2000 });
    const { params, lint } = await latestOf(opened);
    expect(params).toEqual({ phone_number: '•••', per_page: '2000' });
    expect(lint.map(({ rule }: { rule: string }) => rule)).toEqual(['page-size']);
  });

  test('so that a value with a hidden end keeps its remark', async () => {
    const opened = withToken('2025550123&2025550124');
    await opened.live.get('/v2.1/faxes?phone_number=+2025550123%262025550124');
    const { params, lint } = await latestOf(opened);
    expect(params.phone_number).toBe(' •••');
    expect(lint.map(({ rule }: { rule: string }) => rule)).toEqual(['plus-as-space']);
  });

  test('also in a request that is too large to be kept as it came', async () => {
    const opened = withToken('2025550123&2025550124');
    const long = 'x'.repeat(3000);
    await opened.live.get(`/v2.1/faxes?phone_number=+2025550123%262025550124&${long}=1&api_key=a`);
    const { lint } = await latestOf(opened);
    const rules = ['unknown-parameter', 'plus-as-space', 'credentials-as-parameters', 'credentials-in-query'];
    expect(lint.map(({ rule }: { rule: string }) => rule)).toEqual([...rules, 'credentials-twice']);
    expect(JSON.stringify(lint)).not.toContain(long);
  });

  test.each(['+1 202 555 0177', '+1-202-555-0177', '(202) 555-0177', '202 555 0177'])(
    'so that %s, as people write it, has not lost its plus',
    async (to) => {
      const opened = openSimulator();
      await opened.send({ to }).expect(200);
      expect((await latestOf(opened)).lint).toEqual([]);
    },
  );

  test('and takes groups and lists where a single value is expected', async () => {
    const opened = openSimulator();
    const fields = { 'page[x]': '1', 'per_page[x]': '1', 'created_before[x]': '1', 'phone_number[x]': '1' };
    await opened.live.get('/v2.1/faxes').query(fields);
    expect((await latestOf(opened)).lint).toEqual([]);
    const body = { to: '+12025550123', content_url: 'http://a/', batch_delay: { toString: 1 }, from: ['valueOf'] };
    await opened.live.post('/v2.1/faxes').send(body);
    expect((await latestOf(opened)).lint.map(({ rule }: { rule: string }) => rule)).toEqual(['unknown-parameter']);
  });
});
