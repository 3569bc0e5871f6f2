import { describe, expect, test } from '@jest/globals';
import { wasRefused } from '../../src/model/shared/refused-request.ts';
import { answering } from '../support/posts.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly kind: string;
  readonly summary: string;
  readonly [name: string]: unknown;
}

/** A world whose webhooks are refused, with readers of its activity. */
function openWorld(pace: 'fast' | 'real' = 'fast') {
  const simulator = openSimulator({ parts: { post: answering(500) }, pace });
  const { anyone, send } = simulator;
  const list = async (query: object = {}) =>
    (await anyone.get('/_faxsim/activity/entries').query(query).expect(200)).body.data;
  const entries = async (query: object = {}): Promise<Entry[]> => (await list(query)).entries;
  return {
    ...simulator,
    list,
    entries,
    /** The kind and the words of each entry, with `ID` for the id of a fax. */
    words: async (query: object = {}) =>
      (await entries(query)).map(({ kind, summary }) => `${kind}: ${summary.replaceAll(/\b\d{9}\b/g, 'ID')}`),
    sent: async (to = '+15555551017', fields = {}): Promise<number> =>
      (await send({ to, ...fields }).expect(200)).body.data.id,
    move: (advance: string) => anyone.post('/_faxsim/clock').send({ advance }).expect(200),
  };
}

test('lists all that happened in its order, with numbers, reasons and ids', async () => {
  const { live, words, entries, move, anyone, sent } = openWorld();
  await live.post('/v2.1/faxes').field({ to: '+15555551017' }).expect(422);
  const id = await sent('+15555551017', { callback_url: 'http://app.example/' });
  await move('2s');
  await anyone.patch('/_faxsim/settings').send({ fax_retries: 2 }).expect(200);
  await anyone.post(`/_faxsim/faxes/${id}/finish`).send({ status: 'success' }).expect(422);
  expect(await words()).toEqual([
    'request: POST /v2.1/faxes 422: file or content_url is required',
    'request: POST /v2.1/faxes 200, fax ID to +15555551017',
    'fax: Fax ID to +15555551017 is accepted',
    'clock: Clock moved on by 2 s, from 2026-11-20T12:00:00.000Z to 2026-11-20T12:00:02.000Z',
    'fax: Fax ID to +15555551017 is converted into 1 page',
    'fax: Fax ID to +15555551017 dials',
    'fax: Fax ID to +15555551017 is not answered',
    'fax: Fax ID to +15555551017 hangs up',
    'fax: Fax ID to +15555551017 fails: error 17, Busy',
    'webhook: Webhook 1 fax_completed of fax ID to app.example: answered 500, again in 5 min',
    'settings: Settings changed: fax_retries',
    'control: POST /_faxsim/faxes/ID/finish: refused, Fax ID is done already: it is failure',
  ]);
  const [request, failure] = [(await entries({ kind: 'request' }))[1], (await entries({ search: 'fails busy' }))[0]];
  expect(request).toMatchObject({ subject: 2, fax_id: id, number: '+15555551017', status: '200', reason: null });
  expect(failure).toMatchObject({
    ...{ kind: 'fax', at: '2026-11-20T12:00:00.300Z', subject: id, status: 'failure' },
    ...{ reason: 'error 17, Busy', tone: 'bad' },
  });
});

test('names what a wrong path meant, the request by its id, and a long receiver by its two ends', async () => {
  const { live, anyone, words, sent, move } = openWorld();
  await live.post('/v2.1/fax').field({ to: '+12025550178' }).expect(404);
  await sent('+12025550178', {
    callback_url: `http://a-host-with-a-very-long-name.and-${'long'.repeat(6)}.app.example:8080/`,
  });
  await move('1m');
  const all = await words({ 'kind[]': ['request', 'webhook'] });
  expect(all[0]).toBe('request: POST /v2.1/fax 404: Not found; the nearest is POST /v2.1/faxes');
  expect(all.at(-1)).toBe(
    'webhook: Webhook 1 fax_completed of fax ID to a-host-with-a-very-l…ng.app.example:8080: answered 500, again in 5 min',
  );
  const { text } = await anyone.get('/_faxsim/activity/text').expect(200);
  expect(text).toContain('  request     1 POST /v2.1/fax 404: Not found');
});

test.each(['+1 202 555 0178', '+12025550178', '2025550178', '202-555-0178', '(202) 555-0178'])(
  'a search finds the fax and the request of a number that is written as %s',
  async (search) => {
    const { words, sent, move } = openWorld();
    await sent('+1 202 555 0178');
    await sent('+12025550199');
    await move('1m');
    const found = await words({ search });
    expect(found.slice(0, 2)).toEqual([
      'request: POST /v2.1/faxes 200, fax ID to +12025550178',
      'fax: Fax ID to +12025550178 is accepted',
    ]);
    expect(found.filter((text) => !text.includes('+12025550178'))).toEqual([
      'webhook: Webhook 1 fax_completed of fax ID: recorded only, since it has no URL',
    ]);
  },
);

test.each(['failed', 'failure busy', 'status failed'])('a search for "%s" finds what went wrong', async (search) => {
  const { words, sent, move } = openWorld();
  await sent();
  await sent('+12025550178');
  await move('1m');
  const found = await words({ search, kind: 'fax' });
  expect(found).toEqual(search === 'status failed' ? [] : ['fax: Fax ID to +15555551017 fails: error 17, Busy']);
});

test('a search finds the refused request by a number that it wrote with spaces', async () => {
  const { words, live } = openWorld();
  await live.post('/v2.1/faxes').field({ to: '+1 202 555 0178' }).expect(422);
  expect(await words({ search: '202-555-0178' })).toEqual([
    'request: POST /v2.1/faxes 422: file or content_url is required',
  ]);
});

test('has a rule with what it did', async () => {
  const { words, anyone, sent, move, live } = openWorld();
  await anyone.post('/_faxsim/scenarios').send({ on: 'busy-line(number=+12025550180)' }).expect(200);
  await sent('+12025550180');
  await move('1m');
  await anyone.post('/_faxsim/scenarios').send({ off: 'busy-line' }).expect(200);
  await anyone.post('/_faxsim/scenarios').send({ on: 'outage' }).expect(200);
  await live.get('/v2.1/faxes').expect(503);
  expect(await words({ 'kind[]': ['scenario', 'rule'] })).toEqual([
    'scenario: Scenario busy-line(number=+12025550180) switched on',
    'rule: Fax ID has its course from rule busy-line(number=+12025550180)/busy#1',
    'scenario: Scenario busy-line switched off',
    'scenario: Scenario outage switched on',
    'request: GET /v2.1/faxes 503: Service unavailable, rule outage/down#1',
  ]);
});

test('finds by fax, number and time, page by page, in both orders', async () => {
  const { words, list, entries, sent, move } = openWorld();
  const one = await sent('+12025550180');
  await move('1m');
  await sent('+12025550181');
  const ofOne = await entries({ fax: one });
  expect(new Set(ofOne.map(({ fax_id: fax }) => fax))).toEqual(new Set([one]));
  expect(await entries({ number: '+1 (202) 555-0180' })).toEqual(ofOne);
  expect(await words({ since: '2026-11-20T12:01:00Z' })).toEqual([
    'request: POST /v2.1/faxes 200, fax ID to +12025550181',
    'fax: Fax ID to +12025550181 is accepted',
  ]);
  const all = await entries();
  expect(await entries({ order: 'newest' })).toEqual(all.toReversed());
  const latest = await list({ limit: 2 });
  expect(latest).toMatchObject({
    entries: all.slice(-2),
    more: true,
    dropped: 0,
    began_at: '2026-11-20T12:00:00.000Z',
  });
  expect(await entries({ limit: 2, before: latest.entries[0].id })).toEqual(all.slice(-4, -2));
  expect(await entries({ after: 0, limit: 3 })).toEqual(all.slice(0, 3));
  expect(await entries({ after: latest.last_id })).toEqual([]);
});

test('last_id is that of an entry, however often a client asks, rightly or wrongly', async () => {
  const { list, entries, anyone, sent } = openWorld();
  await sent();
  const { last_id: before } = await list();
  for (const path of ['settings', 'activity/entries?fax=abc', 'activity/text', 'nothing'])
    await anyone.get(`/_faxsim/${path}`);
  expect((await list()).last_id).toBe(before);
  const all = await entries();
  expect(all.map(({ id }) => id)).toContain(before);
  await sent();
  expect((await entries({ after: before })).length).toBe(2);
  expect((await list()).last_id).toBeGreaterThan(before);
});

test.each(['abc', '+', '%20'])('refuses number=%s, which has no digit and would find each number', async (number) => {
  const { anyone } = openWorld();
  for (const path of ['entries', 'text']) {
    const { status, body } = await anyone.get(`/_faxsim/activity/${path}?number=${number}`);
    expect([status, body.message]).toEqual([422, expect.stringMatching(/^number must /)]);
  }
});

test('waits for the next entry, through a reset, which begins a new activity', async () => {
  const { list, words, anyone, sent } = openWorld();
  await sent();
  const { last_id: after } = await list();
  const next = anyone
    .get('/_faxsim/activity/entries')
    .query({ after, wait: '1m' })
    .then(({ body }) => body.data);
  await anyone.post('/_faxsim/reset').expect(200);
  expect((await next).entries.map(({ summary }: Entry) => summary)).toEqual(['World default reset']);
  expect(await words()).toEqual(['world: World default reset']);
});

describe('the faxes from before', () => {
  /** A world that begins with three faxes of an earlier day. */
  async function openSeeded() {
    const world = openWorld();
    const { anyone } = world;
    const make = async (fields: object): Promise<number> =>
      (
        await anyone
          .post('/_faxsim/faxes')
          .send({ to: ['+12025550180'], ...fields })
          .expect(200)
      ).body.data.id;
    const at = (time: string): object => ({ created_at: `2026-11-19T${time}Z` });
    const end = { completed_at: '2026-11-19T08:02:30Z' };
    const ids = [
      await make({ ...at('08:00:00'), ...end, status: 'failure', error: 17 }),
      await make({ ...at('08:01:00'), ...end, status: 'success', pages: 2 }),
      await make({ ...at('08:03:00'), direction: 'received', from: '+12025550181', status: 'success' }),
    ];
    await anyone.put('/_faxsim/snapshots/seeded').expect(200);
    await anyone.post('/_faxsim/snapshots/seeded/restore').expect(200);
    return { ...world, ids };
  }

  const older = [
    'fax: Fax ID to +12025550180 fails: error 17, Busy, 2 min 30 s after it was accepted',
    'fax: Fax ID to +12025550180 succeeds with 2 pages, 1 min 30 s after it was accepted',
    'fax: Fax ID arrives from +12025550181 with 1 page',
  ];
  const beginning = 'world: The activity begins here. 3 older faxes have a line each';

  test('have a line each, before all that was noted', async () => {
    const { words, sent, entries } = await openSeeded();
    await sent();
    expect(await words()).toEqual([
      ...older,
      beginning,
      'world: World default restored',
      'request: POST /v2.1/faxes 200, fax ID to +15555551017',
      'fax: Fax ID to +15555551017 is accepted',
    ]);
    expect((await entries()).map(({ id }) => id).slice(0, 4)).toEqual([-3, -2, -1, 0]);
    expect(await entries({ after: 0 })).toHaveLength(3);
  });

  test('are found by what went wrong, by fax and by time, and read page by page', async () => {
    const { words, entries, list, ids } = await openSeeded();
    expect(await words({ tone: 'bad', since: '2026-11-19T00:00:00Z' })).toEqual(older.slice(0, 1));
    expect(await words({ since: '2026-11-19T08:02:00Z', until: '2026-11-19T08:02:59Z' })).toEqual(older.slice(0, 2));
    expect(await words({ fax: ids[1] })).toEqual(older.slice(1, 2));
    expect(await words({ number: '0181' })).toEqual(older.slice(2));
    expect(await words({ search: 'error 17' })).toEqual(older.slice(0, 1));
    const all = await entries();
    const pages: Entry[] = [];
    for (let more = true; more;) {
      const page = await list({ limit: 1, before: pages[0]?.id });
      pages.unshift(...page.entries);
      more = page.more;
    }
    expect(pages).toEqual(all);
  });

  test('have their webhooks among them, a line for each attempt, and the text says where the world begins', async () => {
    const { anyone, words, list, entries, sent, move } = openWorld();
    const id = await sent('+15555551017', { callback_url: 'http://app.example/' });
    await move('6m');
    await anyone.put('/_faxsim/snapshots/tried').expect(200);
    await anyone.post('/_faxsim/snapshots/tried/restore').expect(200);
    await move('20m');
    const told = [
      'fax: Fax ID to +15555551017 is accepted, and at once fails: error 17, Busy',
      'webhook: Webhook 1 fax_completed of fax ID to app.example: answered 500, again in 5 min',
      'webhook: Webhook 1 fax_completed of fax ID to app.example, attempt 2: answered 500, again in 10 min',
    ];
    expect((await words()).slice(0, 3)).toEqual(told);
    expect(await words({ kind: 'webhook', until: '2026-11-20T12:06:00Z' })).toEqual(told.slice(1));
    expect((await words({ fax: id })).slice(0, 3)).toEqual(told);
    const all = await entries();
    expect(await entries({ before: all[2]?.id, limit: 1 })).toEqual(all.slice(1, 2));
    expect(await entries({ before: all[1]?.id })).toEqual(all.slice(0, 1));
    const { began_at: began } = await list();
    const { text } = await anyone.get('/_faxsim/activity/text').query({ until: began }).expect(200);
    expect(text).toContain(`# The activity of this world begins at ${began}. Before that, each fax has one line,`);
  });

  test('leave their end to the notes, if it comes later', async () => {
    const { anyone, words, entries, sent, move } = openWorld('real');
    await sent();
    await move('2s');
    await anyone.put('/_faxsim/snapshots/sending').expect(200);
    await anyone.post('/_faxsim/snapshots/sending/restore').expect(200);
    await move('1h');
    const [first, ...others] = await words({ kind: 'fax' });
    expect(first).toBe('fax: Fax ID to +15555551017 is accepted');
    expect((await entries({ kind: 'fax' }))[0]).toMatchObject({ status: 'queued' });
    expect(others.at(-1)).toBe('fax: Fax ID to +15555551017 fails: error 17, Busy');
  });
});

describe.each<readonly [call: string, path: string, body: object, said: RegExp]>([
  ['the clock to an earlier time', 'clock', { set: '2020-01-01T00:00:00Z' }, /set must not lie before/],
  ['the clock to a word', 'clock', { set: 'midday' }, /set must be/],
  ['the clock by a word', 'clock', { advance: 'a while' }, /advance must be/],
  ['the clock beyond the calendar', 'clock', { set: '9999-01-01T00:00:00Z' }, /beginning of 9000/],
  ['a scenario that is unknown', 'scenarios', { on: 'nothing' }, /nothing/],
  ['a fax that is unknown', 'faxes/1/finish', { status: 'success' }, /Fax 1|fax 1/],
])('a refused call that moves or changes %s', (_call, path, body, said) => {
  test('is in the activity with its reason, but is no failure of the program', async () => {
    const { anyone, entries } = openWorld();
    const { status } = await anyone.post(`/_faxsim/${path}`).send(body);
    expect(status).toBeGreaterThanOrEqual(400);
    const found = await entries({ search: 'refused' });
    expect(found).toMatchObject([{ action: 'refused', reason: expect.stringMatching(said), tone: 'plain' }]);
    expect(await entries({ search: 'failed' })).toEqual([]);
  });
});

test('a refused call is no failure in the history of its fax either', async () => {
  const { anyone, sent } = openWorld();
  const id = await sent('+12025550178');
  await anyone.post(`/_faxsim/faxes/${id}/finish`).send({ status: 'nonsense' }).expect(422);
  const { events } = (await anyone.get(`/_faxsim/faxes/${id}/history`).expect(200)).body.data;
  const refusals = events.filter(({ summary }: Entry) => summary.startsWith('refuses a control call'));
  expect(refusals).toMatchObject([{ tone: 'plain' }]);
});

test('a rewind takes its part of the activity back, and is an entry itself', async () => {
  const { words, anyone, sent, live } = openWorld();
  await sent();
  await live.get('/v2.1/faxes').expect(200);
  await anyone.post('/_faxsim/rewind').send({ request: 2 }).expect(200);
  expect(await words()).toEqual([
    'request: POST /v2.1/faxes 200, fax ID to +15555551017',
    'fax: Fax ID to +15555551017 is accepted',
    'world: World default rewound to before request 2',
  ]);
  expect(await words({ search: 'failed' })).toEqual([]);
});

test('is shown as text: a head with the filter, then a line for each entry', async () => {
  const { anyone, sent } = openWorld();
  const id = await sent();
  const textOf = async (query: object) =>
    (await anyone.get('/_faxsim/activity/text').query(query).expect(200)).text.split('\n');
  const at = '2026-11-20T12:00:00.000Z';
  expect(await textOf({ kind: 'fax', tone: 'plain', number: '1017', search: 'is "accepted"', since: at })).toEqual([
    `# Activity of world default: 1 entry, ${at} to ${at}, times in UTC, oldest first`,
    `# Filter: kind=fax tone=plain number=1017 search="is \\"accepted\\"" since=${at}`,
    `${at}  fax         Fax ${id} to +15555551017 is accepted`,
    '',
  ]);
  expect(await textOf({ tone: 'bad', order: 'newest' })).toEqual([
    '# Activity of world default: 0 entries, times in UTC, newest first',
    '# Filter: tone=bad',
    '',
  ]);
  expect((await textOf({}))[1]).toBe('# Filter: none');
});

describe.each([
  ['v1', '200 refused', '/v1/faxStatus?id=1'],
  ['v2.1', '404', '/v2.1/faxes/1'],
  ['v3', '401', '/v3/projects/p/faxes/01HDFHACK1YN7CCDYRA6ZRMA8Z'],
])('a refused request of %s', (version, word, path) => {
  const refuse = async () => {
    const opened = openWorld();
    await opened.live.get(path).query(version === 'v1' ? keyParams : {});
    return opened;
  };

  test('is a failure with its reason in the activity', async () => {
    const { entries } = await refuse();
    const [entry] = await entries({ kind: 'request' });
    expect(entry).toMatchObject({ tone: 'bad', reason: expect.stringMatching(/\w/) });
    expect(entry?.summary).toContain(` ${word}: ${String(entry?.['reason'])}`);
    expect(await entries({ search: 'failed' })).toEqual([entry]);
  });

  test('is refused in the list of requests too, whose badge says so', async () => {
    const { anyone } = await refuse();
    const { requests } = (await anyone.get('/_faxsim/requests').expect(200)).body.data;
    const [{ answer, refused, version: called }] = requests;
    expect([called, wasRefused(answer.status, refused)]).toEqual([version, true]);
  });
});

test.each(['fireBatch', 'closeBatch'])('a request for %s is found by each fax of its batch', async (operation) => {
  const { entries, v1, sent, anyone } = openWorld();
  const first = await sent('+12025550144', { batch_delay: 600 });
  const second = await sent('+12025550144', { batch_delay: 600 });
  const other = await sent('+12025550145', { batch_delay: 600 });
  await v1(operation, { id: first }).expect(200);
  const ofBatch = { kind: 'request', search: operation };
  for (const fax of [first, second]) {
    expect(await entries({ ...ofBatch, fax })).toHaveLength(1);
    const { body } = await anyone.get('/_faxsim/requests').query({ fax, operation }).expect(200);
    expect(body.data.requests.map(({ path }: { path: string }) => path)).toEqual([`/v1/${operation}`]);
  }
  expect(await entries({ ...ofBatch, fax: other })).toEqual([]);
  expect(
    (await anyone.get('/_faxsim/requests').query({ fax: other, operation }).expect(200)).body.data.requests,
  ).toEqual([]);
});

test('the request that fires a batch names it, and is found by its fax and by its number', async () => {
  const { v1, words, sent } = openWorld();
  const id = await sent('+12025550144', { batch_delay: 60 });
  await v1('fireBatch', { id }).expect(200);
  const fired = `request: POST /v1/fireBatch 200, batch ${id}`.replace(String(id), 'ID');
  for (const query of [{ fax: id }, { number: '5550144' }, { search: `batch ${id}` }])
    expect(await words({ ...query, kind: 'request' })).toContain(fired);
});

test('names the rule that answers a webhook once', async () => {
  const { anyone, entries, move, sent } = openWorld();
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-receiver-down' }).expect(200);
  await sent('+12025550144', { callback_url: 'http://app.example/' });
  await move('1m');
  const [entry] = await entries({ kind: 'webhook' });
  expect(entry?.summary.split('webhook-receiver-down/down').length).toBe(2);
});

test('writes the parameters of a rule as people do', async () => {
  const { anyone, words, move, sent } = openWorld();
  await anyone.post('/_faxsim/scenarios').send({ on: 'busy-line(number=+1 202 555 0144)' }).expect(200);
  await anyone.post('/_faxsim/scenarios').send({ on: 'webhook-receiver-down' }).expect(200);
  await sent('+12025550144', { callback_url: 'http://app.example/' });
  await move('1m');
  const all = (await words()).join('\n');
  expect(all).toContain('Fax ID has its course from rule busy-line(number=+1 202 555 0144)/busy#1');
  expect(all).not.toContain('%20');
});
