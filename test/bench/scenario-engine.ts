// The cost of a question to the scenario engine, with twenty rules on of which none fires, one always does, or all look on; in µs
// a request. Run it with `node --import ./test/support/register-typescript.mjs test/bench/scenario-engine.ts`.
import { ScenarioEngine } from '../../src/scenarios/engine.ts';
import { loadScenario } from '../../src/scenarios/load.ts';
import type { RuleSubject } from '../../src/scenarios/rule-subject.ts';

const requests = 200_000;
/** µs a request; more than that fails. */
const limit = 20;

const idle = `on: getFax, where: { fax.tags.case: "4711", version: v2.1 }, do: { fail: unavailable }`;
const rules: Readonly<Record<string, (nth: number) => string>> = {
  'none fires': () => idle,
  'for other faxes': (nth) => `on: getFax, where: { fax.id: ${-nth} }, do: { fail: unavailable }`,
  'the last fires': (nth) => (nth < 20 ? idle : `on: '*', do: { patch: { message: patched } }`),
  'by chance': () => `on: getFax, chance: 0.01, do: { fail: unavailable }`,
  'all watched': () => `${idle}, expect: { retries: { min: 1 }, fired: 1 }`,
};

let isSlow = false;
for (const [name, rule] of Object.entries(rules)) {
  const lines = Array.from({ length: 20 }, (_, index) => `  - { id: r${index + 1}, ${rule(index + 1)} }`);
  const engine = new ScenarioEngine({ clock: { now: () => 0 }, seed: 1 });
  engine.switchOn(loadScenario('bench.yaml', `name: bench\ndescription: a bench\nrules:\n${lines.join('\n')}`));
  ask(engine, requests / 10);
  const start = performance.now();
  ask(engine, requests);
  const each = ((performance.now() - start) * 1000) / requests;
  isSlow ||= each > limit;
  console.log(`${name}: ${each.toFixed(2)} µs a request`);
}
if (isSlow) process.exitCode = 1;

function ask(engine: ScenarioEngine, count: number): void {
  for (let index = 0; index < count; index++) {
    const id = String(index % 500);
    const subject: RuleSubject = {
      on: 'getFax',
      fact: (fact) => (fact === 'version' ? 'v2.1' : id),
      fax: id,
      number: undefined,
      identity: () => id,
      label: () => `GET /v2.1/faxes/${id}`,
    };
    engine.ask(subject);
  }
}
