import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { loadScenario } from '../../src/scenarios/load.ts';
import { second, sentFax } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

/** Rules that the order of requests does not touch: by chance, by fax, and always. */
const orderFree = `
  - { id: first-read, on: getFax, where: { version: v2.1 }, per: fax, times: 1, do: { fail: unavailable } }
  - { id: now-and-then, on: [getFax, listFaxes], chance: 0.4, do: { fail: server_error } }
  - { id: odd, on: listPhoneNumbers, chance: 0.5, do: { respond: { status: 418, body: { short: stout } } } }
  - { id: gone, on: getFaxFile, do: { file: missing } }`;
/** Rules that depend on the order by their nature. */
const byOrder = `
  - { id: third, on: listFaxes, every: 3, do: { fail: unavailable } }
  - { id: two, on: getFax, after: 1, times: 2, do: { fail: not_found } }
  - { id: quota, on: '*', do: { rate_limit: { limit: 5, window: 10s } } }`;

const reads = [
  ...[1, 2, 3, 4, 5].map((id) => `/v2.1/faxes/${id}`),
  ...[1, 2].flatMap((id) => [`/v2/faxes/${id}/file`, `/v1/faxStatus?id=${id}`]),
  ...['/v2/faxes', '/v2.1/faxes?per_page=2', '/v2/phone_numbers', '/v2.1/phone_numbers', '/v2/nowhere', '/v2/faxes/99'],
];
const callsOf = (paths: readonly string[]) =>
  paths.map((path, index) => ({ path, to: undefined as string | undefined, index }));
const calls = callsOf([...reads, ...reads, ...reads]);
const sends = ['+12025550101', '+12025550102', '+12025550101'].map((to, index) => ({ path: '/v2.1/faxes', to, index }));

type Call = (typeof calls)[number];

/** A world of its own in which the rules are on. */
function worldWith(rules: string) {
  const world = openSimulator({ faxes: [1, 2, 3, 4, 5].map((id) => sentFax({ id, tags: { nth: String(id) } })) });
  const scenario = loadScenario('a.yaml', `name: repeatable\ndescription: a test\nrules:${rules}\n`);
  world.simulator.parts.worlds.default.scenarios.switchOn(scenario);
  return {
    ...world,
    ask: async ({ path, to }: Call) => {
      const call =
        to === undefined
          ? world.live.get(path).query(path.startsWith('/v1') ? keyParams : {})
          : world.live.post(path).field({ to }).attach('file', Buffer.from(to), 'a.txt');
      const { status, headers, text, body } = await call;
      const { date, ...same } = headers as Record<string, string>;
      expect(date).toBeDefined();
      return JSON.stringify([path, to, status, same, text || body]);
    },
  };
}

type Answers = readonly string[];

async function inTurn(rules: string, all: readonly Call[]): Promise<Answers> {
  const world = worldWith(rules);
  const answers: string[] = [];
  for (const call of all) {
    answers.push(await world.ask(call));
    await world.clock.advance(second);
  }
  return answers;
}

async function atOnce(rules: string, all: readonly Call[]): Promise<Answers> {
  const world = worldWith(rules);
  return Promise.all(all.map((call) => world.ask(call)));
}

/** The number of a firing says in which order the requests came. */
const inAnyOrder = (answers: Answers): Answers => answers.map((answer) => answer.replace(/#\d+/, '')).sort();

describe('a second run with the same seed answers the same to the byte', () => {
  test('when the same requests come in the same order, whatever the rules', async () => {
    const all = [...calls, ...sends, ...callsOf(reads)];
    const first = await inTurn(orderFree + byOrder, all);
    expect(await inTurn(orderFree + byOrder, all)).toEqual(first);
    const statuses = new Set(first.map((answer) => JSON.parse(answer)[2]));
    expect([...statuses].sort()).toEqual([200, 404, 418, 429, 500, 503]);
  });

  test('when they come at once and in any order, where no rule counts across requests', async () => {
    const first = inAnyOrder(await inTurn(orderFree, calls));
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(calls, { minLength: calls.length }), async (shuffled) => {
        expect(inAnyOrder(await atOnce(orderFree, shuffled))).toEqual(first);
      }),
      { numRuns: repeats(2, 50), seed: 1 },
    );
  });

  test('and gives each answer an id of its own', async () => {
    const answers = await atOnce(orderFree, [...calls, ...sends]);
    const given = answers.map((answer) => JSON.parse(answer)[3]['x-request-id']);
    expect(new Set(given).size).toBe(given.length);
    for (const id of given) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('and the same ids to faxes sent at once, in order of their arrival', async () => {
    const idsOf = (answers: Answers) => answers.map((answer) => JSON.parse(JSON.parse(answer)[4]).data.id as number);
    const first = idsOf(await inTurn('\n  - { id: x, on: getFax, do: { delay: 1s } }', sends));
    const other = idsOf(await atOnce('\n  - { id: x, on: getFax, do: { delay: 1s } }', sends.toReversed()));
    expect(other.toSorted((a, b) => a - b)).toEqual(first);
    expect(first).toEqual(first.toSorted((a, b) => a - b));
  });
});
