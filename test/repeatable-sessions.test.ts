import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DocumentWork } from '../src/documents/document-work.ts';
import type { Documents } from '../src/documents/documents.ts';
import { Turns } from '../src/model/domain/turns.ts';
import { loadScenario } from '../src/scenarios/load.ts';
import type { Disk } from '../src/store/memory/store.ts';
import type { Post } from '../src/service/webhooks/post.ts';
import { plainDocuments } from './support/documents.ts';
import { account, phoneNumber } from './support/examples.ts';
import { openSimulator } from './support/simulator.ts';
import { repeats } from './support/soak.ts';

const own = ['+13142666714', '+13142666715', '+13142666716'] as const;
const hosts = ['http://one.example', 'http://two.example', 'http://down.example'] as const;

/** By the order of requests: the first one gets it. */
const rules = `
  - { id: every-other, on: webhook, every: 2, times: 3, do: { duplicate: { times: 2 } } }
  - { id: fourth, on: fax, every: 4, do: { course: [{ after: 2s, status: failure, error: 34 }] } }`;

const words = fc.constantFrom('one', 'two', 'three', 'four');
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ send: fc.subarray([...own, '+12025550101'], { minLength: 1 }), text: words }) },
  { weight: 1, arbitrary: fc.record({ test: words }) },
  { weight: 1, arbitrary: fc.record({ receive: words, to: fc.constantFrom(...own) }) },
  { weight: 1, arbitrary: fc.record({ arrive: fc.constantFrom(...own) }) },
  { weight: 2, arbitrary: fc.record({ advance: fc.constantFrom<string>('50ms', '1s', '20m', '12h') }) },
  { weight: 1, arbitrary: fc.record({ read: fc.constant<string>('/v2.1/faxes') }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Resolves after some turns of the event loop: how many differs from run to run. */
function lateness(run: number): () => Promise<void> {
  const random = fc.sample(fc.nat(7), { seed: run, numRuns: 997 });
  let at = 0;
  return async () => {
    for (let left = random[at++ % random.length] ?? 0; left > 0; left--) await new Promise(setImmediate);
  };
}

/** Documents from several workers, of which any can be the first to be done. */
function shuffled(late: () => Promise<void>): Documents {
  const plain = plainDocuments();
  const delayed =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await late();
      return work(...given);
    };
  const work: DocumentWork = {
    convert: delayed((inputs) => plain.convert(inputs)),
    stampHeader: delayed((pdf, header) => plain.stampHeader(pdf, header)),
    fillTags: delayed((pdf, values) => plain.fillTags(pdf, values)),
    findBarcodes: delayed((pdf) => plain.findBarcodes(pdf)),
    pagePicture: delayed((pdf, page, width) => plain.pagePicture(pdf, page, width)),
    pageTexts: delayed((pdf) => plain.pageTexts(pdf)),
    thumbnail: delayed((pdf, size) => plain.thumbnail(pdf, size)),
    placeholder: delayed((made) => plain.placeholder(made)),
    sample: delayed((facts) => plain.sample(facts)),
    drawPhaxCode: delayed((identifier) => plain.drawPhaxCode(identifier)),
    printPhaxCode: delayed((pdf, identifier, place) => plain.printPhaxCode(pdf, identifier, place)),
  };
  const documents: Documents = { ...work, until: () => documents };
  return documents;
}

/** A disk that takes its time, and stores one change after the other. */
function slowDisk(late: () => Promise<void>): Disk {
  let last = Promise.resolve();
  return { save: () => (last = last.then(late)) };
}

interface Kind {
  readonly hasDisk: boolean;
  readonly hasRules: boolean;
}

/** All that a client, its applications and a look into the journal can see of a session. */
async function session(actions: readonly Action[], run: number, { hasDisk, hasRules }: Kind): Promise<string[]> {
  const late = lateness(run);
  const posts: string[] = [];
  const post: Post = async ({ url, chunks }) => {
    posts.push(
      `${url} ${Buffer.concat(chunks)
        .toString()
        .replaceAll(/-{4,}[\w-]+/g, '--')}`,
    );
    await late();
    const status = url.startsWith(hosts[2]) ? 500 : 200;
    return {
      answer: { status, body: '' },
      failure: status === 500 ? 'answered 500' : null,
      isRefused: false,
      tookMs: 0,
    };
  };
  const world = openSimulator({
    account: account({ inflightWebhooks: true }),
    phoneNumbers: own.map((number, index) => phoneNumber({ number, callbackUrl: `${hosts[index] ?? ''}/received` })),
    parts: { post, documents: shuffled(late), ...(hasDisk && { disk: slowDisk(late) }) },
  });
  const scenario = loadScenario('a.yaml', `name: ordered\ndescription: a test\nrules:${rules}\n`);
  if (hasRules) world.simulator.parts.worlds.default.scenarios.switchOn(scenario);
  const seen: string[] = [];
  for (const [index, one] of [...actions, { advance: '3d' }, ...lists.map((read) => ({ read }))].entries()) {
    const { status, headers, text } = await answerTo(world, one, index);
    const { date, ...same } = headers as Record<string, string>;
    // Work that is due at once goes on beside the next call; the ids of duplicates are the same only after it.
    if (hasRules) await world.clock.advance(0);
    expect([status, date]).toEqual([200, expect.any(String)]);
    seen.push(JSON.stringify([one, same, text]));
  }
  const journal = await world.anyone.get('/_faxsim/requests');
  await world.simulator.close();
  return [...seen, ...posts, journal.text.replaceAll(/"took_ms":[\d.]+/g, '')];
}

const lists = ['/v2.1/faxes?direction=received', '/v2.1/faxes', '/v2.1/account/status', '/_faxsim/webhooks'];

function answerTo({ live, test: tester, anyone }: ReturnType<typeof openSimulator>, one: Action, index: number) {
  const callback = `${hosts[index % hosts.length] ?? ''}/sent`;
  if ('send' in one) {
    const attached = live.post('/v2.1/faxes').attach('file', Buffer.from(one.text), 'a.txt');
    return attached.field({ callback_url: callback, 'to[]': [...one.send] });
  }
  if ('test' in one)
    return tester.post('/v2.1/faxes').field({ to: own[0] }).attach('file', Buffer.from(one.test), 'b.txt');
  if ('receive' in one) {
    const form = tester.post('/v2.1/faxes').field({ direction: 'received', to_number: one.to });
    return form.attach('file', Buffer.from(one.receive), 'c.txt');
  }
  if ('arrive' in one) return anyone.post('/_faxsim/receive').send({ to: one.arrive });
  if ('advance' in one) return anyone.post('/_faxsim/clock').send({ advance: one.advance });
  return live.get(one.read);
}

/** A retry of a webhook falls due at the instant at which the account's own numbers receive a fax. */
const retryBesideArrivals: Action[] = [
  { receive: 'two', to: own[0] },
  { send: [own[2], '+12025550101'], text: 'one' },
  { advance: '20m' },
  { send: [...own, '+12025550101'], text: 'four' },
];

/** Their webhooks are due at once, beside the calls that follow. */
const arrivalsWhileTheClockStands: Action[] = own.flatMap((to) => [{ arrive: to }, { arrive: to }]);

/** Webhooks of two faxes, each of which waits until the one before it is stored. */
const pagesOfOneInstant: Action[] = [
  { send: ['+12025550101'], text: 'one' },
  { read: '/v2.1/faxes' },
  { send: [own[1], '+12025550101'], text: 'four' },
  { send: [own[2], '+12025550101'], text: 'two' },
];

const examples: [Action[]][] = [[retryBesideArrivals], [arrivalsWhileTheClockStands], [pagesOfOneInstant]];

test.each([
  ['in memory', { hasDisk: false, hasRules: false }],
  ['on a disk', { hasDisk: true, hasRules: false }],
  ['with rules that count', { hasDisk: true, hasRules: true }],
])('a session %s is the same to the byte in every run, whatever is done first', async (_, kind) => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async (actions) => {
      const first = await session(actions, 1, kind);
      for (const run of [2, 3]) expect(await session(actions, run, kind)).toEqual(first);
    }),
    // The examples count as runs.
    { numRuns: examples.length + repeats(3, 100), endOnFailure: true, examples },
  );
});

test('works of one instant finish in the order in which they began, whichever is ready first', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), fc.nat(5), fc.boolean())), async (works) => {
      const turns = new Turns();
      const finished: [number, number][] = [];
      await Promise.allSettled(
        works.map(async ([instant, wait, fails], index) => {
          const preparing = (async () => {
            for (let left = wait; left > 0; left--) await new Promise(setImmediate);
            if (fails) throw new Error('not prepared');
          })();
          await turns.run(instant, preparing, () => finished.push([instant, index]));
        }),
      );
      for (const instant of [0, 1, 2]) {
        const expected = works.flatMap(([at, , fails], index) => (at === instant && !fails ? [[instant, index]] : []));
        expect(finished.filter(([at]) => at === instant)).toEqual(expected);
      }
    }),
  );
});
