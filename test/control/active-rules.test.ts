import { beforeAll, describe, expect, test } from '@jest/globals';
import { loadScenario } from '../../src/scenarios/load.ts';
import type { Scenario } from '../../src/scenarios/scenario.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';

const small = (name: string): string =>
  `name: ${name}\ndescription: a test\nrules:\n  - {id: x, on: getFax, do: {fail: unavailable}}\n`;

/** A scenario of 5,000 rules, which are not read one by one. */
function large(name: string): Scenario {
  const scenario = loadScenario('a.yaml', small(name));
  const rules = Array.from({ length: 5000 }, (_, index) =>
    scenario.rules.map((rule) => ({ ...rule, id: `r${index}` })),
  );
  return { ...scenario, rules: rules.flat() };
}

const parts = { findScenario: (name: string) => Promise.resolve(large(name)) };
const open = () => openSimulator({ parts });
type World = ReturnType<typeof open>;

const post = ({ anyone }: World, change: object) => anyone.post('/_faxsim/scenarios').send(change);
const names = ({ simulator }: World) =>
  simulator.parts.worlds.default.scenarios.active.map(({ scenario }) => scenario.name);
const refusal = /at most 10000 rules together, got 1\d{4} in 3 scenarios: switch one off first/;

describe('the rules of all active scenarios together', () => {
  let world: World;
  beforeAll(async () => {
    world = open();
    for (const on of ['first', 'second']) await post(world, { on }).expect(200);
  });

  test('are 10,000 at most, and a refused switch changes nothing', async () => {
    expect(await refusalOf(post(world, { source: small('third') }))).toMatch(refusal);
    expect(await refusalOf(post(world, { on: 'third', off: 'unknown' }))).toMatch(refusal);
    expect(names(world)).toEqual(['second', 'first']);
  });

  test('do not include those of a scenario that is replaced, or switched off by the same call', async () => {
    await post(world, { on: 'first' }).expect(200);
    await post(world, { off: 'second', on: 'third' }).expect(200);
    expect(names(world)).toEqual(['third', 'first']);
  });

  test('are counted for a new world too, and for an import, which leaves the world as it is', async () => {
    const scenarios = ['first', 'second', 'third'];
    expect(await refusalOf(world.anyone.put('/_faxsim/worlds/full').send({ scenarios }))).toMatch(refusal);
    const { body } = await world.anyone.get('/_faxsim/export').expect(200);
    const document = { ...body.data, scenarios: scenarios.map((name) => ({ name, by: 'control' })) };
    expect(await refusalOf(world.anyone.post('/_faxsim/import').send(document))).toMatch(refusal);
    expect(names(world)).toHaveLength(2);
    await world.send().expect(200);
  });
});

test('the warnings of an active scenario are found once, however many are switched on after it', () => {
  const { scenarios } = open().simulator.parts.worlds.default;
  const twice =
    'name: a\ndescription: b\nrules:\n  - {id: x, on: getFax, do: {delay: 1s}}\n  - {id: y, on: getFax, do: {delay: 1s}}\n';
  scenarios.switchOn(loadScenario('a.yaml', twice));
  const warnings = () => scenarios.report().map((row) => row.warnings);
  expect(warnings()[1]).toEqual([expect.stringContaining('never fires')]);
  expect(warnings()[1]).toBe(warnings()[1]);
});
