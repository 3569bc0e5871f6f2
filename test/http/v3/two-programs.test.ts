import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Response } from 'supertest';
import type { Post } from '../../../src/service/webhooks/post.ts';
import { account, phoneNumber } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import type { World } from '../../support/simulator.ts';
import { inSeconds, projectIn } from '../../support/sinch.ts';
import { repeats } from '../../support/soak.ts';

const own = '+13142666714';
const busy = '+15555551017';
const numbers = ['+12025550101', '+12025550102', busy, own] as const;

const several = fc.subarray([...numbers], { minLength: 1, maxLength: 3 });
const program = fc.constantFrom('v2.1', 'v3');
const choice = fc.nat(1000);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: program, to: several, tag: fc.constantFrom('a', 'b') }) },
  { weight: 1, arbitrary: fc.record({ batch: fc.constantFrom(...numbers) }) },
  { weight: 1, arbitrary: fc.record({ testSend: fc.constantFrom(...numbers) }) },
  { weight: 1, arbitrary: fc.record({ receive: fc.constantFrom('+12025550111', '+12025550112') }) },
  { weight: 1, arbitrary: fc.record({ cancel: choice }) },
  { weight: 1, arbitrary: fc.record({ resend: choice }) },
  { weight: 1, arbitrary: fc.record({ remove: choice }) },
  { weight: 2, arbitrary: fc.record({ deleteFile: program, of: choice }) },
  { weight: 2, arbitrary: fc.record({ readFile: program, of: choice }) },
  { weight: 3, arbitrary: fc.record({ advance: fc.constantFrom('50ms', '1s', '30s', '5m', '2h') }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

interface OldFax {
  readonly id: number;
  readonly direction: 'sent' | 'received';
  readonly status: string;
  readonly num_pages: number;
  readonly cost: number;
  readonly created_at: string;
  readonly completed_at: string | null;
  readonly caller_id: string | null;
  readonly from_number: string | null;
  readonly to_number: string | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly error_id: number | null;
  readonly recipients?: readonly OldRecipient[];
}
interface OldRecipient {
  readonly phone_number: string;
  readonly status: string | null;
  readonly completed_at: string | null;
  readonly retry_count: number;
  readonly error_id: number | null;
}
interface NewFax {
  readonly id: string;
  readonly price?: { readonly amount: string };
  readonly [field: string]: unknown;
}

const ends: Readonly<Record<string, string>> = {
  success: 'COMPLETED',
  partialsuccess: 'COMPLETED',
  failure: 'FAILURE',
};
const utc = (time: string | null | undefined) => (time ? inSeconds(Date.parse(time)) : undefined);

/** The faxes that v3 should have for one of v2.1, by the tables of its reference; the prices stand apart. */
function expectedOf(fax: OldFax): object[] {
  const common = {
    direction: fax.direction === 'sent' ? 'OUTBOUND' : 'INBOUND',
    from: (fax.direction === 'sent' ? fax.caller_id : fax.from_number) ?? undefined,
    numberOfPages: fax.num_pages,
    createTime: utc(fax.created_at),
    labels: Object.keys(fax.tags).length === 0 ? undefined : fax.tags,
  };
  const isOver = fax.status in ends;
  if (fax.direction === 'received') {
    const result = {
      status: ends[fax.status],
      completedTime: utc(fax.completed_at),
      errorCode: fax.error_id ?? undefined,
    };
    return [{ ...common, to: fax.to_number, ...result }];
  }
  return (fax.recipients ?? []).map((one) => {
    const end = ends[one.status ?? ''] ?? (isOver ? ends[fax.status] : undefined);
    return {
      ...common,
      to: one.phone_number,
      status: end ?? (fax.status === 'pendingbatch' ? 'QUEUED' : 'IN_PROGRESS'),
      completedTime: end && utc(one.completed_at ?? fax.completed_at),
      errorCode: one.error_id ?? undefined,
      retryCount: one.retry_count,
    };
  });
}

const pickFields = (fax: NewFax, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fax[name]]));

const centsOf = (faxes: readonly NewFax[]) =>
  faxes.reduce((sum, { price }) => sum + Math.round(Number(price?.amount ?? 0) * 100), 0);

/** Both programs look at all that there is, and see the same. */
async function look(world: World, project: ReturnType<typeof projectIn>): Promise<Response[]> {
  const { live } = world;
  const old = await live.get('/v2.1/faxes?per_page=1000&created_after=2026-01-01T00:00:00Z').expect(200);
  const later = await project.get('/faxes?pageSize=1000&createTime%3E=2026-01-01').expect(200);
  const oldFaxes: OldFax[] = old.body.data;
  const newFaxes: NewFax[] = later.body.faxes;
  let at = 0;
  const byId = new Map(newFaxes.map((fax) => [fax.id, fax]));
  for (const fax of oldFaxes) {
    const expected = expectedOf(fax);
    const stored = world.simulator.parts.worlds.default.store.faxes.get(fax.id)!;
    const shown = expected.map((_one, index) => byId.get(project.idOf(stored, index))!);
    at += expected.length;
    expect(shown.map((one) => pickFields(one, Object.keys(expected[0] ?? {})))).toEqual(expected);
    if (fax.status in ends) expect(centsOf(shown)).toBe(fax.direction === 'sent' ? fax.cost : 0);
  }
  expect(newFaxes).toHaveLength(at);
  expect(new Set(newFaxes.map(({ id }) => id)).size).toBe(at);
  return [old, later];
}

/** A fax by both of its names, of those that there are; undefined: there is none yet. */
function pick({ simulator }: World, { idOf }: ReturnType<typeof projectIn>, at: number) {
  const faxes = simulator.parts.worlds.default.store.faxes.find({}).slice();
  const fax = faxes[at % faxes.length];
  return fax && { id: fax.id, in3: idOf(fax, at % Math.max(fax.recipients.length, 1)) };
}

/** Performs a call of one program; the other one looks for the file that it deleted or read, and must find the same. */
async function act(world: World, project: ReturnType<typeof projectIn>, one: Action): Promise<Response[]> {
  const { live, test: tester, anyone } = world;
  const callback = 'http://one.example/sent';
  const page = Buffer.from('a page');
  if ('send' in one) {
    const inV3 = one.send === 'v3';
    const call = inV3 ? project.post('/faxes') : live.post('/v2.1/faxes');
    const fields = inV3
      ? { to: [...one.to], callbackUrl: callback, 'labels[kind]': one.tag, maxRetries: '1', from: own }
      : { 'to[]': [...one.to], callback_url: callback, 'tag[kind]': one.tag, caller_id: own };
    return [await call.field(fields).attach('file', page, 'a.txt').expect(200)];
  }
  if ('batch' in one) {
    return [await live.post('/v2.1/faxes').field({ to: one.batch, batch_delay: '60' }).attach('file', page, 'a.txt')];
  }
  if ('testSend' in one)
    return [await tester.post('/v2.1/faxes').field({ to: one.testSend }).attach('file', page, 'b.txt')];
  if ('receive' in one) return [await anyone.post('/_faxsim/receive').send({ to: own, from: one.receive }).expect(200)];
  if ('advance' in one) return [await anyone.post('/_faxsim/clock').send({ advance: one.advance }).expect(200)];
  const at = 'cancel' in one ? one.cancel : 'resend' in one ? one.resend : 'remove' in one ? one.remove : one.of;
  const fax = pick(world, project, at);
  if (fax === undefined) return [];
  const [old, later] = [`/v2.1/faxes/${fax.id}`, `/faxes/${fax.in3}`];
  if ('cancel' in one) return [await live.post(`${old}/cancel`)];
  if ('resend' in one) return [await live.post(`${old}/resend`)];
  if ('remove' in one) {
    const removed = await tester.delete(old);
    const status = removed.status === 200 ? 404 : 200;
    return [removed, await live.get(old).expect(status), await project.get(later).expect(status)];
  }
  const deleted =
    'readFile' in one
      ? []
      : [await (one.deleteFile === 'v3' ? project.delete(`${later}/file`) : live.delete(`${old}/file`))];
  const files = [await live.get(`${old}/file`), await project.get(`${later}/file`)] as const;
  expect(files[1].status).toBe(files[0].status);
  if (files[0].status === 200) expect(files[1].body).toEqual(files[0].body);
  const { body } = await project.get(later).expect(200);
  expect(body.hasFile).toBe(files[0].status === 200);
  if (deleted[0] !== undefined && deleted[0].status < 300) expect(files[0].status).not.toBe(200);
  return [...deleted, ...files];
}

/** A session: the number of its calls, and all that its programs and its receiver saw. */
async function session(actions: readonly Action[]): Promise<{ calls: number; seen: string[] }> {
  let calls = 0;
  const seen: string[] = [];
  const post: Post = ({ url, chunks }) => {
    seen.push(
      `${url} ${Buffer.concat(chunks)
        .toString('latin1')
        .replaceAll(/-{4,}[\w-]+/g, '--')}`,
    );
    return Promise.resolve({ answer: { status: 200, body: '' }, failure: null, isRefused: false, tookMs: 0 });
  };
  const world = openSimulator({
    account: account({ balanceCents: 1_000_000, receiveCallbackUrl: 'http://one.example/received' }),
    phoneNumbers: [phoneNumber({ number: own })],
    parts: { post },
    limits: { journalBytes: 10_000_000 },
  });
  const project = projectIn(world);
  const [service] = (await project.get('/services')).body.services as { id: string }[];
  await project
    .patch(`/services/${service!.id}`)
    .send({ incomingWebhookUrl: 'http://two.example/received' })
    .expect(200);
  for (const [index, one] of actions.entries()) {
    const looked = async () => (index % 2 === 1 ? look(world, project) : []);
    for (const { status, text, headers } of [...(await act(world, project, one)), ...(await looked())]) {
      calls++;
      const { date, ...same } = headers as Record<string, string>;
      seen.push(JSON.stringify([one, status, same, text, typeof date]));
    }
  }
  await world.clock.advance(86_400_000);
  for (const { text } of await look(world, project)) seen.push(text);
  await world.simulator.close();
  return { calls, seen };
}

test('a program of v2.1 and one of v3 see all that the other did, to the byte in every run', async () => {
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 40, maxLength: 40 }), async (actions) => {
      const first = await session(actions);
      calls += first.calls;
      expect(await session(actions)).toEqual(first);
    }),
    { seed: 41, numRuns: repeats(6, 100), endOnFailure: true },
  );
  expect(calls).toBeGreaterThan(500);
});
