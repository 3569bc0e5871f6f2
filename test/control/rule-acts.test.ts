import { expect, test } from '@jest/globals';
import { account, hour, sentFax } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

const plainUrl = 'http://127.0.0.1:9/hook';

interface Given {
  readonly effects: Readonly<Record<string, unknown>>;
  /** The answer of the program. */
  readonly status?: number;
  readonly url?: string;
  readonly token?: string | null;
}

/** A world whose fax has sent its webhooks under a rule, with the webhooks and the entries of the activity about them. */
async function webhooksUnder({ effects, status = 200, url = plainUrl, token = 'a-token' }: Given) {
  const { anyone, clock } = openSimulator({
    faxes: [sentFax()],
    account: account({ webhookToken: token, sendCallbackUrl: url }),
    parts: { post: answering(status) },
  });
  const source = JSON.stringify({
    name: 'tried',
    description: 'a test',
    rules: [{ id: 'r', on: 'webhook', do: effects }],
  });
  await anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.advance('hold_until' in effects ? 2 * hour : 60_000); // a held attempt is sent after an hour
  const webhooks = (await anyone.get('/_faxsim/webhooks').expect(200)).body.data;
  const found = await anyone.get('/_faxsim/activity/entries?kind=webhook&limit=50').expect(200);
  const failing = (await anyone.get('/_faxsim/webhooks/count?failing=true').expect(200)).body.data.count;
  const history = (await anyone.get('/_faxsim/faxes/1001/history').expect(200)).body.data.events;
  return { webhooks, entries: found.body.data.entries, failing, history };
}

test.each([
  [{ drop: true }, ['dropped']],
  [{ receiver: 204 }, ['answered']],
  [{ delay: '2s' }, ['delayed']],
  [{ duplicate: { times: 2 } }, ['doubled']],
  [{ hold_until: 'transmitting_page' }, ['reordered']],
  [{ patch: { success: 'maybe' } }, ['altered']],
  [{ sign: 'wrong-token' }, ['forged']],
  [{ sign: 'none' }, ['forged']],
  [{ sign: 'tampered-body', delay: '2s' }, ['delayed', 'forged']],
] as const)('an attempt under a rule with %j says that it was %j', async (effects, did) => {
  const { webhooks } = await webhooksUnder({ effects });
  const attempts = webhooks.flatMap((webhook: { attempts: unknown[] }) => webhook.attempts);
  for (const attempt of attempts) expect(attempt).toMatchObject({ rule_did: did });
  expect(attempts).toHaveLength('duplicate' in effects ? 2 : 1);
});

test('a dropped webhook has the fields that it would have had, and no line says that it was posted', async () => {
  const { webhooks, entries, history } = await webhooksUnder({ effects: { drop: true } });
  const [{ state, attempts }] = webhooks;
  expect([state, attempts.length]).toEqual(['failed', 1]);
  expect(attempts[0]).toMatchObject({
    ...{ answer: null, signature: null, by_rule: true, took_ms: 0, rule: 'tried/r#1' },
    failure: 'dropped by the scenario rule tried/r#1',
    fields: { event_type: 'fax_completed', fax: expect.stringContaining('"id":1001') },
  });
  const tail = 'not sent, dropped by the scenario rule tried/r#1';
  expect(entries.at(-1)).toMatchObject({ summary: expect.stringContaining(`: ${tail}`), tone: 'bad' });
  expect(history.at(-1)).toMatchObject({ summary: `webhook fax_completed: ${tail}`, tone: 'bad' });
});

const withUser = plainUrl.replace('//', '//user:secret@');

test.each([
  [
    { effects: { sign: 'wrong-token' } },
    'accepted',
    'accepted a forged signature with 200: your program does not check signatures',
    'bad',
  ],
  [
    { effects: { sign: 'none' } },
    'accepted',
    'accepted a missing signature with 200: your program does not check signatures',
    'bad',
  ],
  [
    { effects: { credentials: 'wrong' }, url: withUser },
    'accepted',
    'accepted wrong credentials with 200: your program does not check credentials',
    'bad',
  ],
  [
    { effects: { sign: 'other-url' }, status: 401 },
    'refused',
    'refused a forged signature with 401, as it should',
    'good',
  ],
  [
    { effects: { credentials: 'none' }, url: withUser, status: 403 },
    'refused',
    'refused wrong credentials with 403, as it should',
    'good',
  ],
] as const)('of a program under %j, every view says that it %s it', async (given, forgery, text, tone) => {
  const { webhooks, entries, history, failing } = await webhooksUnder(given);
  expect(webhooks[0].attempts[0].forgery).toBe(forgery);
  const entry = entries.findLast(({ action }: { action: string }) => action === 'attempted');
  expect(entry).toMatchObject({ tone, reason: forgery === 'accepted' ? text : null });
  expect(entry.summary).toContain(`: ${text}`);
  expect(history.at(-1)).toMatchObject({ summary: `webhook fax_completed: ${text}`, tone });
  expect(failing).toBe(forgery === 'accepted' ? 1 : 0);
});

test.each([
  ['a genuine webhook', { effects: { patch: { success: 'maybe' } }, status: 401 }],
  ['a program that broke down', { effects: { sign: 'wrong-token' }, status: 500 }],
  ['the answer of a rule', { effects: { sign: 'wrong-token', receiver: 200 } }],
  ['credentials that the URL lacks', { effects: { credentials: 'wrong' } }],
  ['a world that signs nothing', { effects: { sign: 'tampered-body' }, token: null }],
] as const)('%s is no forgery that a program took or refused', async (_name, given) => {
  const { webhooks } = await webhooksUnder(given);
  expect(webhooks[0].attempts[0].forgery).toBeNull();
});

test('the failure that a rule made names the rule as people write it', async () => {
  const { anyone, clock } = openSimulator({
    faxes: [sentFax()],
    account: account({ sendCallbackUrl: plainUrl }),
    parts: { post: answering(200) },
  });
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-never(address=%2Fhook)' }).expect(200);
  await anyone.post('/_faxsim/webhooks').send({ fax: 1001 }).expect(200);
  await clock.runUntilIdle();
  const [{ attempts }] = (await anyone.get('/_faxsim/webhooks').expect(200)).body.data;
  expect(attempts[0].failure).toBe('dropped by the scenario rule webhook-never(address=/hook)/never#1');
});
