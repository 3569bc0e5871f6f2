import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadScenario } from '../../src/scenarios/load.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { account, phoneNumber } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

const own = ['+13142666714', '+13142666715'] as const;
const hosts = ['http://one.example', 'http://down.example'] as const;

/** Rules that count, wait, draw and watch the client. */
const rules = `
  - { id: every-other, on: webhook, every: 2, do: { duplicate: { times: 2, gap: 3s } } }
  - { id: late, on: webhook, chance: 0.5, do: { delay: { min: 1s, max: 20m } } }
  - { id: third, on: fax, every: 3, do: { course: [{ after: 2s, status: failure, error: 34 }] } }
  - { id: limited, on: getAccountStatus, do: { rate_limit: { limit: 2, window: 10m } }, expect: { honours_retry_after: true } }
  - { id: lost, on: sendFax, chance: 0.3, do: { fail: unavailable, commit: true }, expect: { no_duplicate_fax: true, retries: 1 } }
`;
const scenario = loadScenario('a.yaml', `name: busy\ndescription: a test\nrules:${rules}`);

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ send: fc.constantFrom(...own, '+12025550101'), text: fc.constantFrom('a', 'b') }),
  },
  { weight: 1, arbitrary: fc.record({ test: fc.constantFrom('a', 'c') }) },
  { weight: 1, arbitrary: fc.record({ receive: fc.constantFrom(...own) }) },
  { weight: 3, arbitrary: fc.record({ advance: fc.constantFrom<string>('50ms', '2s', '5m', '6h') }) },
  {
    weight: 3,
    arbitrary: fc.record({ read: fc.constantFrom<string>('/v2.1/faxes', '/v2.1/account/status', '/v1/nowhere') }),
  },
  { weight: 1, arbitrary: fc.record({ switch: fc.constantFrom<string>('on', 'off') }) },
  { weight: 1, arbitrary: fc.record({ settings: fc.constantFrom<object>({ traffic: '3/h' }, { traffic: null }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ settings: fc.constantFrom<object>({ rate_limit: '4/10m' }, { rate_limit: null }) }),
  },
  { weight: 1, arbitrary: fc.record({ delete: fc.integer({ min: 1, max: 4 }) }) },
);
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;
type World = ReturnType<typeof openSimulator>;

const post: Post = ({ url }) => {
  const status = url.startsWith(hosts[1]) ? 500 : 200;
  const failure = status === 500 ? 'answered 500' : null;
  return Promise.resolve({ answer: { status, body: '' }, failure, isRefused: false, tookMs: 0 });
};

async function act({ live, test: tester, anyone, simulator }: World, one: Action, index: number): Promise<string> {
  const callback = `${hosts[index % 2] ?? ''}/sent`;
  const done = async (call: PromiseLike<{ status: number; text: string; headers: Record<string, string> }>) => {
    const { status, text, headers } = await call;
    const { date, ...same } = headers;
    return JSON.stringify([status, text, same, typeof date]);
  };
  if ('send' in one)
    return done(
      live
        .post('/v2.1/faxes')
        .field({ to: one.send, callback_url: callback })
        .attach('file', Buffer.from(one.text), 'a.txt'),
    );
  if ('test' in one)
    return done(tester.post('/v2.1/faxes').field({ to: own[0] }).attach('file', Buffer.from(one.test), 'b.txt'));
  if ('delete' in one) return done(tester.delete(`/v2.1/faxes/${one.delete}`));
  if ('read' in one) return done(live.get(one.read));
  if ('receive' in one) return done(anyone.post('/_faxsim/receive').send({ to: one.receive }));
  if ('settings' in one) return done(anyone.patch('/_faxsim/settings').send(one.settings));
  if ('advance' in one) return done(anyone.post('/_faxsim/clock').send({ advance: one.advance }));
  const { scenarios } = simulator.parts.worlds.default;
  if (one.switch === 'on') scenarios.switchOn(scenario);
  else scenarios.switchOff(scenario.name);
  return one.switch;
}

/** All that can be seen of the world at the end. */
const looks = [
  'faxes?limit=1000',
  'webhooks?limit=1000',
  'requests?limit=1000',
  'scenarios',
  'scenarios/verdicts',
  'settings',
  'clock',
  'clock/agenda',
];

async function look({ anyone }: World): Promise<string[]> {
  const seen: string[] = [];
  for (const path of looks) seen.push((await anyone.get(`/_faxsim/${path}`).expect(200)).text);
  return seen.map((text) => text.replaceAll(/"took_ms":[\d.]+/g, ''));
}

/** Does some of the actions. With each, the id that the next request of the API had before it. */
async function acted(world: World, actions: readonly Action[], from: number) {
  const seen: string[] = [];
  const requests: number[] = [];
  for (const [index, one] of actions.entries()) {
    if (index < from) continue;
    requests.push(world.simulator.parts.worlds.default.journal.lastId + 1);
    seen.push(await act(world, one, index));
    await world.simulator.parts.worlds.default.clock.advance(0);
  }
  return { seen: [...seen, ...(await look(world))], requests };
}

test('a session that returns to before any request and goes on as before is the same to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 20 }), fc.nat(1000), async (actions, where) => {
      const world = openSimulator({
        account: account({ inflightWebhooks: true, balanceCents: 10_000 }),
        phoneNumbers: own.map((number, at) => phoneNumber({ number, callbackUrl: `${hosts[at] ?? ''}/received` })),
        parts: { post },
        limits: { journalBytes: 100_000_000 },
      });
      try {
        const { seen, requests } = await acted(world, actions, 0);
        const last = world.simulator.parts.worlds.default.journal.lastId;
        if (last === 0) return;
        const before = 1 + (where % last);
        await world.anyone.post('/_faxsim/rewind').send({ request: before }).expect(200);
        const from = requests.lastIndexOf(before);
        const again = await acted(world, actions, from);
        expect(again.seen).toEqual(seen.slice(from));
      } finally {
        await world.simulator.close();
      }
    }),
    { numRuns: repeats(25, 400) },
  );
});
