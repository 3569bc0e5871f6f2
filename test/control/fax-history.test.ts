import { expect, test } from '@jest/globals';
import { faxHistoryText } from '../../src/control/client/fax-history-text.ts';
import type { FaxHistory } from '../../src/control/client/named-types.ts';
import { faxEvent } from '../../src/model/domain/webhook.ts';
import type { Delivery } from '../../src/model/domain/webhook.ts';
import { phoneNumber, receivedFax, sentFax } from '../support/examples.ts';
import { answering } from '../support/posts.ts';
import { openSimulator } from '../support/simulator.ts';

type Opened = ReturnType<typeof openSimulator>;

async function send({ live }: Opened, { to = '+12025550101', ...fields }: Record<string, string | string[]> = {}) {
  const form = { 'to[]': to, ...fields };
  const { body } = await live
    .post('/v2.1/faxes')
    .field(form)
    .attach('file', Buffer.from('one\fb\fc'), 'a.txt')
    .expect(200);
  return (body as { data: { id: number } }).data.id;
}

const advance = ({ anyone }: Opened, by: string) => anyone.post('/_faxsim/clock').send({ advance: by }).expect(200);

const historyOf = async ({ anyone }: Opened, id: number) =>
  (await anyone.get(`/_faxsim/faxes/${id}/history`).expect(200)).body.data;

/** The lines of the history, without their times. */
const linesOf = async (opened: Opened, id: number) =>
  faxHistoryText(await historyOf(opened, id))
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/^ {2}[\d-]+ [\d:.]+ {2}/, ''));

test('attempts at a webhook that fail alike are one line with their number, and another end or the last attempt begins a line', async () => {
  const statuses = [500, 500, 500, 502, 500];
  const post = answering(500);
  const world = openSimulator({
    parts: {
      post: async (...given) => {
        const result = await post(...given);
        const status = statuses[given[0].attempt - 1] ?? 503;
        return { ...result, answer: { status, body: '' }, failure: `answered ${status}` };
      },
    },
  });
  const id = await send(world, { callback_url: 'http://app.example/' });
  await advance(world, '30d');
  const lines = (await linesOf(world, id)).filter((line) => line.startsWith('webhook'));
  const day = String.raw`\d{4}-\d\d-\d\d [\d:.]+`;
  expect(lines).toEqual([
    expect.stringMatching(`^webhook fax_completed, attempts 1 to 3 until ${day}: answered 500 \\(webhook 1\\)$`),
    'webhook fax_completed, attempt 4: answered 502 (webhook 1)',
    'webhook fax_completed, attempt 5: answered 500 (webhook 1)',
    expect.stringMatching(`^webhook fax_completed, attempts 6 to 16 until ${day}: answered 503 \\(webhook 1\\)$`),
    'webhook fax_completed, attempt 17, the last: answered 503 (webhook 1)',
  ]);
});

test('the history of a fax is all that happened to it, in the order of events, and then what comes next', async () => {
  const world = openSimulator({ parts: { post: answering(500) } });
  await world.anyone.patch('/_faxsim/settings').send({ inflight_webhooks: true }).expect(200);
  const id = await send(world, { callback_url: 'http://app.example/' });
  await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  await advance(world, '210ms');
  await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  await world.anyone.post(`/_faxsim/faxes/${id}/finish`).send({ error: 8 }).expect(200);
  await advance(world, '1ms');
  await world.live.post(`/v2.1/faxes/${id}/cancel`).expect(422);
  expect(await linesOf(world, id)).toEqual([
    `fax ${id}: failure, 1 page got through`,
    'is accepted (POST /v2.1/faxes, request 1)',
    `is read (GET /v2.1/faxes/${id}, requests 2, 3)`,
    'is converted into 3 pages',
    'dials',
    'is answered',
    'transmits page 1 of 3',
    'webhook transmitting_page, page 1: answered 500 (webhook 1)',
    'transmits page 2 of 3',
    'webhook transmitting_page, page 2: answered 500 (webhook 2)',
    `is read (GET /v2.1/faxes/${id}, request 4)`,
    `fails on page 2 of 3: error 8, No response after sending a page (POST /_faxsim/faxes/${id}/finish)`,
    'webhook fax_completed: answered 500 (webhook 3)',
    `answers 422: Can't cancel the fax, it's already complete! (POST /v2.1/faxes/${id}/cancel, request 5)`,
    'next, if nothing else happens:',
    'webhook transmitting_page, page 1, attempt 2',
    'webhook transmitting_page, page 2, attempt 2',
    'webhook fax_completed, attempt 2',
  ]);
});

test('the history of a fax has equal reads as one event, and each refusal with its time', async () => {
  const world = openSimulator();
  const id = await send(world, {});
  for (const duration of ['1h', '1m', '1m']) {
    await advance(world, duration);
    await world.live.post(`/v2.1/faxes/${id}/cancel`).expect(422);
    await world.live.get(`/v2.1/faxes/${id}`).expect(200);
    await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  }
  const { events } = (await historyOf(world, id)) as FaxHistory;
  const calls = events.filter(({ kind }) => kind === 'request').map(({ requests }) => requests);
  expect(calls).toEqual([[2], [3, 4], [5], [6, 7], [8], [9, 10]]);
});

test.each([
  ['a busy line', 17, 0],
  ['a document that cannot be converted', 128, 0],
  ['a fax error, of whose page the service does not tell', 21, null],
])('a fax that fails by itself says how many pages were sent: %s', async (_, error, pages) => {
  const world = openSimulator();
  const id = await send(world, { to: `+1555555${1000 + error}` });
  await advance(world, '1h');
  expect(await historyOf(world, id)).toMatchObject({ status: 'failure', pages_sent: pages });
});

test.each([
  [2, 'fails on page 2 of 3: error 8, No response after sending a page', 1],
  [9, 'fails on page 3 of 3: error 8, No response after sending a page', 2],
])('a scripted call that breaks on page %d says so, also after its world is restored', async (page, text, sent) => {
  const world = openSimulator();
  await world.anyone
    .post('/_faxsim/scenarios')
    .send({ on: `call-breaks(page=${page})` })
    .expect(200);
  const id = await send(world);
  await advance(world, '1h');
  expect(await linesOf(world, id)).toContain(text);
  expect(await historyOf(world, id)).toMatchObject({ pages_sent: sent });
  await world.anyone.put('/_faxsim/snapshots/broken').expect(200);
  await world.anyone.post('/_faxsim/snapshots/broken/restore').expect(200);
  const { is_whole: isWhole, events, pages_sent: known } = await historyOf(world, id);
  expect([isWhole, known, events.at(-2).summary]).toEqual([false, sent, text]);
});

test('a deleted fax sent as many pages as before: the service still does not tell of a fax error', async () => {
  const world = openSimulator();
  const id = await send(world, { to: '+15555551021' });
  await advance(world, '1h');
  await world.anyone.delete(`/_faxsim/faxes/${id}`).expect(200);
  expect(await historyOf(world, id)).toMatchObject({ status: 'failure', pages_sent: null });
});

test('the list of faxes has the pages that each sent', async () => {
  const world = openSimulator();
  await world.anyone.post('/_faxsim/scenarios').send({ on: 'call-breaks(page=3,number=0103)' }).expect(200);
  for (const to of ['+12025550103', '+15555551017', '+12025550101']) await send(world, { to });
  await advance(world, '1h');
  const { faxes } = (await world.anyone.get('/_faxsim/faxes?limit=3').expect(200)).body.data;
  expect(faxes.map((fax: { readonly pages_sent: number | null }) => fax.pages_sent)).toEqual([3, 0, 2]);
});

test('a fax that is cancelled before its call has sent no page, and one that succeeds all', async () => {
  const world = openSimulator();
  const [cancelled, succeeded] = [await send(world), await send(world)];
  await world.live.post(`/v2.1/faxes/${cancelled}/cancel`).expect(200);
  await advance(world, '1h');
  expect(await historyOf(world, cancelled)).toMatchObject({ status: 'failure', pages_sent: 0 });
  expect(await historyOf(world, succeeded)).toMatchObject({ status: 'success', pages_sent: 3 });
});

test('each recipient of a fax has the pages that it got', async () => {
  const world = openSimulator();
  const id = await send(world, { to: ['+12025550123', '+15555551017', '+15555551021'] });
  const broken = await send(world, { to: ['+12025550124', '+12025550125'] });
  await advance(world, '210ms');
  expect(await pagesOf(world, broken)).toEqual([1, [1, 1]]);
  await world.anyone.post(`/_faxsim/faxes/${broken}/finish`).send({ status: 'partialsuccess', error: 8 }).expect(200);
  await advance(world, '1h');
  expect(await pagesOf(world, broken)).toEqual([3, [3, 1]]);
  expect(await pagesOf(world, id)).toEqual([3, [3, 0, null]]);
});

/** The pages that a fax sent, in all and to each recipient. */
async function pagesOf({ anyone }: Opened, id: number) {
  const { pages_sent: all, recipients } = (await anyone.get(`/_faxsim/faxes/${id}`).expect(200)).body.data;
  return [all, recipients.map((to: { readonly pages_sent: number | null }) => to.pages_sent)];
}

test('events have their own times, and a fax on its way has its next steps', async () => {
  const world = openSimulator();
  const id = await send(world);
  await advance(world, '120ms');
  const { status, is_whole, events, next } = await historyOf(world, id);
  expect([status, is_whole]).toEqual(['inprogress', true]);
  const at = (ms: string) => `2026-11-20T12:00:00.${ms}Z`;
  expect(events).toMatchObject([
    { kind: 'created', at: at('000'), tone: 'plain', by: 'POST /v2.1/faxes', requests: [1], webhook: null, rule: null },
    { kind: 'step', at: at('050'), summary: 'is converted into 3 pages', by: null, requests: [] },
    { kind: 'step', at: at('100'), summary: 'dials' },
  ]);
  expect(next).toEqual([
    { at: at('150'), summary: 'is answered', webhook: null },
    { at: at('300'), summary: 'transmits 3 pages and hangs up', webhook: null },
    { at: at('400'), summary: 'finishes', webhook: null },
  ]);
});

test('a fax of a batch has the firing of the batch, and the rule that has made its course', async () => {
  const world = openSimulator();
  await world.anyone.post('/_faxsim/scenarios').send({ on: 'busy-then-answered' }).expect(200);
  const id = await send(world, { batch_delay: '20' });
  const other = await send(world, { batch_delay: '20' });
  await world.live.post('/v1/closeBatch').field({ id }).expect(200);
  await world.live.post('/v1/fireBatch').field({ id: other }).expect(200);
  await advance(world, '20m');
  await world.live.post(`/v2.1/faxes/${id}/resend`).expect(200);
  expect(await linesOf(world, id)).toEqual([
    `fax ${id}: failure, no page got through`,
    `is accepted, and waits in batch ${id} (POST /v2.1/faxes, request 1)`,
    'has its course from a rule (rule busy-then-answered/busy#1)',
    `is in batch ${id}, which closes (POST /v1/closeBatch, request 3)`,
    `is in batch ${id}, which is fired (POST /v1/fireBatch, request 4)`,
    `leaves batch ${id}`,
    'is converted into 3 pages',
    'is in progress, as its rule has it',
    'fails: error 17, Busy',
    'webhook fax_completed: recorded only, since it has no URL (webhook 1)',
    expect.stringMatching(/^is sent again as fax \d+ \(POST .*\/resend, request 5\)$/),
  ]);
});

test('each of several recipients has its end, and a call that is made again its retry', async () => {
  const world = openSimulator();
  await world.anyone.patch('/_faxsim/settings').send({ fax_retries: 1, fax_retry_delay: '1m' }).expect(200);
  const { body } = await world.live
    .post('/v2.1/faxes')
    .field({ 'to[]': ['+12025550101', '+15555551017'] })
    .attach('file', Buffer.from('one'), 'a.txt')
    .expect(200);
  await advance(world, '20m');
  expect((await linesOf(world, (body as { data: { id: number } }).data.id)).slice(2, -1)).toEqual([
    'is converted into 1 page',
    'dials',
    'is answered',
    'transmits 1 page and hangs up',
    'reaches +12025550101',
    'does not get through to +15555551017: retry 1 follows',
    'dials',
    'is not answered',
    'hangs up',
    'does not reach +15555551017: error 17, Busy',
    'reaches 1 of 2 numbers: error 17, Busy',
  ]);
});

test('a world that went back says so, and what it took back is gone', async () => {
  const world = openSimulator();
  const id = await send(world);
  await world.live.post(`/v2.1/faxes/${id}/cancel`).expect(200);
  await world.anyone.post('/_faxsim/rewind').send({ request: 2 }).expect(200);
  await world.anyone.delete(`/_faxsim/faxes/${id}`).expect(200);
  expect(await linesOf(world, id)).toEqual([
    `fax ${id}: queued`,
    'is accepted (POST /v2.1/faxes, request 1)',
    'goes back with its world to before request 2',
    `is deleted (DELETE /_faxsim/faxes/${id})`,
  ]);
  const { body } = await world.anyone.get('/_faxsim/faxes/99/history').expect(404);
  expect(body.message).toBe('Not found: there is no fax 99');
});

test('a fax from before the history has the events that its records show, the end after the webhooks of its call', async () => {
  const fax = sentFax({ id: 7 });
  const attempt = { tookMs: 1, fields: {}, files: [], signature: null, answer: null, failure: 'refused', rule: null };
  const delivery = (id: number, event: Delivery['faxEvent']['event'], at: number): Delivery => ({
    ...{ id, createdAt: at, faxEvent: faxEvent(fax, event), url: 'http://app.example/', editedFields: null },
    ...{ state: 'failed', dueAt: null, attempts: [{ ...attempt, at }] },
  });
  const end = fax.completedAt ?? 0;
  const deliveries = [delivery(1, 'transmitting_page', end + 300), delivery(2, 'fax_completed', end + 700)];
  const world = openSimulator({ faxes: [fax], deliveries });
  await world.anyone
    .patch('/_faxsim/faxes/7')
    .send({ tags: { case: 'C-1' } })
    .expect(200);
  expect(await linesOf(world, 7)).toEqual([
    'fax 7: success',
    '  its beginning is not in the history: the first lines are those that its records show',
    'is accepted',
    'webhook transmitting_page: refused (webhook 1)',
    'succeeds with 1 page',
    'webhook fax_completed: refused (webhook 2)',
    'is changed: tags (PATCH /_faxsim/faxes/7)',
  ]);
});

test('a fax to several numbers from before the history has the ends of their calls in the order of time', async () => {
  const fax = sentFax({ id: 7 });
  const [recipient] = fax.recipients;
  const end = fax.completedAt ?? 0;
  const numbers = ['+12025550101', '+12025550102', '+12025550103'];
  const recipients = [0, -9000, -3000].map((ms, index) => ({
    ...recipient!,
    number: numbers[index]!,
    completedAt: end + ms,
  }));
  const world = openSimulator({ faxes: [{ ...fax, recipients }] });
  expect((await linesOf(world, 7)).slice(3)).toEqual([
    'reaches +12025550102',
    'reaches +12025550103',
    'reaches +12025550101',
    expect.stringMatching(/^succeeds/),
  ]);
});

test('a received fax from before the history arrives, and has no end beside that', async () => {
  const world = openSimulator({ faxes: [receivedFax({ id: 8 })] });
  expect((await linesOf(world, 8)).slice(2)).toEqual([expect.stringMatching(/^arrives from .* with \d pages?$/)]);
});

test('a received fax arrives, or does not', async () => {
  const world = openSimulator({ phoneNumbers: [phoneNumber()] });
  const receive = async (input: object) =>
    (
      await world.anyone
        .post('/_faxsim/receive')
        .send({ from: '+12025550111', ...input })
        .expect(200)
    ).body.data.fax.id;
  const [first, second] = [await receive({}), await receive({ error: 11 })];
  expect((await linesOf(world, first))[1]).toBe('arrives from +12025550111 with 1 page (POST /_faxsim/receive)');
  expect((await linesOf(world, second))[1]).toMatch(/^does not arrive from \+12025550111: error 11, .* \(POST/);
});

test.each([
  ['separate steps', true],
  ['one step', false],
])('a fax that fails while its pages are %s names the page, as text and as data', async (_name, inflight) => {
  for (const [by, page] of [
    ['120ms', null],
    ['155ms', 1],
    ['199ms', 1],
    ['201ms', 2],
    ['299ms', 3],
  ] as const) {
    const world = openSimulator();
    await world.anyone.patch('/_faxsim/settings').send({ inflight_webhooks: inflight }).expect(200);
    const id = await send(world);
    await advance(world, by);
    await world.anyone.post(`/_faxsim/faxes/${id}/finish`).send({ error: 17 }).expect(200);
    const { events } = (await historyOf(world, id)) as FaxHistory;
    const place = page === null ? '' : ` on page ${page} of 3`;
    const summary = `fails${place}: error 17, Busy`;
    expect(events).toContainEqual(expect.objectContaining({ summary, page, tone: 'bad' }));
    const { body } = await world.anyone.get('/_faxsim/activity/entries?kind=fax').expect(200);
    expect(body.data.entries.at(-1).summary).toBe(`Fax ${id} to +12025550101 ${summary}`);
  }
});

test('each page is data of its own step, and a successful end and a line that never answers name none', async () => {
  const world = openSimulator();
  await world.anyone.patch('/_faxsim/settings').send({ inflight_webhooks: true }).expect(200);
  const [id, busy] = [await send(world), await send(world, { to: '+15555551017' })];
  await advance(world, '1h');
  const pagesOf = async (fax: number) =>
    (await historyOf(world, fax)).events.flatMap(({ page }: { page: number | null }) => page ?? []);
  expect([await pagesOf(id), await pagesOf(busy)]).toEqual([[1, 2, 3], []]);
});

test('a fax that a control call gives a past has the events of its record, and then the call', async () => {
  const world = openSimulator();
  const { body } = await world.anyone
    .post('/_faxsim/faxes')
    .send({ to: '+12025550178', status: 'failure', error: 17, ago: '7h' })
    .expect(200);
  const { events, is_whole: isWhole } = await historyOf(world, body.data.id);
  expect(isWhole).toBe(false);
  expect(events.map(({ at, summary }: { at: string; summary: string }) => [at, summary])).toEqual([
    ['2026-11-20T05:00:00.000Z', 'is accepted'],
    ['2026-11-20T05:00:00.000Z', 'fails: error 17, Busy'],
    ['2026-11-20T12:00:00.000Z', 'is added with its past'],
  ]);
});

test('an end that a record knows to the second does not stand before an attempt in that second', async () => {
  const at = Date.parse('2026-11-20T10:00:00.000Z');
  const fax = sentFax({ id: 7, createdAt: at, completedAt: at + 1000, status: 'success' });
  const attempt = {
    at: at + 1588,
    tookMs: 0,
    fields: {},
    files: [],
    signature: null,
    answer: null,
    failure: null,
    rule: null,
  };
  const inflight: Delivery = {
    ...{ id: 1, createdAt: at + 1588, faxEvent: { ...faxEvent(fax, 'transmitting_page'), page: 1 } },
    ...{ url: null, editedFields: null, state: 'kept', dueAt: null, attempts: [attempt] },
  };
  const world = openSimulator({ faxes: [fax], deliveries: [inflight] });
  const { events } = await historyOf(world, 7);
  const times = events.map((event: { at: string }) => event.at);
  expect(times).toEqual(times.toSorted());
  expect(times.slice(1)).toEqual(['2026-11-20T10:00:01.588Z', '2026-11-20T10:00:01.588Z']);
});

test('the answer of a slow receiver has its delay, because an attempt has the time of its beginning', async () => {
  const post = answering(200);
  const world = openSimulator({ parts: { post: async (...given) => ({ ...(await post(...given)), tookMs: 3040 }) } });
  const id = await send(world, { callback_url: 'http://app.example/' });
  await advance(world, '1m');
  expect(await linesOf(world, id)).toContain('webhook fax_completed: answered 200 after 3 s (webhook 1)');
});
