// The cost of the check of scenarios of more and more rules, in ms: the time must grow with their number alone. Run it with
// `node --import ./test/support/register-typescript.mjs test/bench/scenario-check.ts`.
import { rulesMax } from '../../src/scenarios/schema.ts';
import { lintScenario, loadScenario } from '../../src/scenarios/load.ts';

/** ms for each thousand rules; more than that fails. */
const limit = 400;

const textOf = (count: number, rule: (nth: number) => string): string => {
  const lines = Array.from({ length: count }, (_, nth) => `  - { id: r${nth}, ${rule(nth)}, do: { fail: invalid } }`);
  return `name: bench\ndescription: a bench\nrules:\n${lines.join('\n')}`;
};

const kinds: Readonly<Record<string, (nth: number) => string>> = {
  alike: () => 'on: getFax, times: 2',
  'all of other facts': (nth) => `on: getFax, where: { fax.id: ${nth} }`,
  'all hidden': () => 'on: [getFax, listFaxes]',
  'one state after another': (nth) => `on: getFax, state: s${nth}, then: s${nth + 1}`,
};

timed(() =>
  lintScenario(
    'bench.yaml',
    textOf(rulesMax / 4, () => 'on: getFax, times: 2'),
  ),
); // the first is slow
let isSlow = false;
for (const [kind, rule] of Object.entries(kinds)) {
  for (const count of [rulesMax / 4, rulesMax / 2, rulesMax]) {
    const text = textOf(count, rule);
    const [loading, linting] = [loadScenario, lintScenario].map((check) => timed(() => check('bench.yaml', text)));
    isSlow ||= Math.max(loading ?? 0, linting ?? 0) > (limit * count) / 1000;
    console.log(`${count} rules, ${kind}: load ${loading?.toFixed(0)} ms, lint ${linting?.toFixed(0)} ms`);
  }
}
if (isSlow) process.exitCode = 1;

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
