import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { explain } from '../scenarios/explain.ts';
import { subjectFromFacts } from '../scenarios/subject-from-facts.ts';
import { switchedBy } from '../scenarios/active-scenario.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { verdictWords } from '../scenarios/expectations.ts';
import { scenarioNameOf } from '../scenarios/params.ts';
import { sourceText } from '../scenarios/library.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, time, timeOrNull } from './control-route.ts';
import type { ControlContext } from './control-route.ts';
import { input, listOf, maybe, text } from './fields.ts';

const report = v.array(
  v.strictObject({
    scenario: v.string(),
    rule: v.string(),
    by: v.picklist(switchedBy),
    fired: v.number(),
    ends_at: v.nullable(time),
    ends_in_ms: v.nullable(v.number()),
    warnings: v.array(v.string()),
  }),
);

const verdicts = v.strictObject({
  verdicts: v.array(
    v.strictObject({
      scenario: v.string(),
      rule: v.string(),
      expectation: v.string(),
      verdict: v.picklist(verdictWords),
      because: v.string(),
    }),
  ),
  never_fired: v.array(v.string()),
});

const entries = v.array(
  v.strictObject({
    name: v.string(),
    description: v.string(),
    params: v.array(
      v.strictObject({
        name: v.string(),
        default: v.union([v.string(), v.number(), v.boolean()]),
        meaning: v.nullable(v.string()),
      }),
    ),
    rules: v.array(v.strictObject({ id: v.string(), on: v.array(v.string()) })),
  }),
);

/** The outcome of each rule, in the order of matching. */
export const explanations = v.array(
  v.strictObject({ scenario: v.string(), rule: v.string(), fires: v.boolean(), why: v.string() }),
);

export const scenarios = {
  list: controlRoute('GET /scenarios', {
    summary:
      'List the rules of all active scenarios: how often each has fired, and warnings of rules that may never fire. ends_at is the end of the window of a rule, in the time of the world; ends_in_ms is 0 after that. Both are null for a rule without an end.',
    answer: report,
    run: ({ world }) => reportOf(world),
  }),
  library: controlRoute('GET /scenarios/library', {
    summary: 'List the scenarios that can be switched on by name, each with its parameters and rules.',
    answer: entries,
    run: async ({ library }) =>
      (await library.entries()).map(({ params, rules, ...entry }) => ({
        ...entry,
        params: [...params],
        rules: rules.map(({ id, on }) => ({ id, on: [...on] })),
      })),
  }),
  source: controlRoute('GET /scenarios/source', {
    summary: 'Show the text of a scenario that is active or in the library, by its name with or without parameters.',
    schema: input({ scenario: text }),
    answer: v.strictObject({ scenario: v.string(), source: v.string() }),
    run: async ({ world, library }, { scenario: named }) => {
      const name = scenarioNameOf(named);
      const active = world.scenarios.running.find(({ scenario }) => scenario.name === name)?.scenario.source;
      const source = active === undefined ? await refuseFaults(() => library.textOf(named)) : await sourceText(active);
      return { scenario: name, source };
    },
  }),
  verdicts: controlRoute('GET /scenarios/verdicts', {
    summary:
      'Show the verdict on each expectation, and the rules that never fired. waiting is an unmet expectation that can still be met: the window of the rule or the time for a retry is open.',
    answer: verdicts,
    run: ({ world }) => {
      const { neverFired, ...found } = world.scenarios.verdicts();
      return { ...found, never_fired: neverFired };
    },
  }),
  explain: controlRoute('GET /scenarios/explain', {
    summary:
      'Show which rule would fire now for a call, fax, port order or webhook with these facts, and why the other rules would not. Counts do not change.',
    schema: v.objectWithRest({ operation: text, scenario: maybe(text) }, listOf(text), 'is required'),
    answer: explanations,
    run: async (context, { operation, scenario, ...facts }) => {
      const named = scenario === undefined ? undefined : await findNamed(scenario, context.findScenario);
      const stated = Object.entries(facts).flatMap(([name, values]) => values.map((value) => [name, value] as const));
      const subject = await refuseFaults(() => subjectFromFacts(operation, stated));
      return explain(context.world.scenarios, subject, named);
    },
  }),
  lint: controlRoute('POST /scenarios/lint', {
    summary: 'Check the source of a scenario (YAML or JSON): its faults, and rules that may never fire.',
    changesWorld: false,
    schema: input({ source: text }),
    answer: v.strictObject({
      name: v.nullable(v.string()),
      rules: v.number(),
      faults: v.array(v.string()),
      warnings: v.array(v.string()),
    }),
    run: async ({ library }, { source }) => {
      try {
        const { faults, warnings, ...found } = await library.lintSent(source);
        return { ...found, faults: [...faults], warnings: [...warnings] };
      } catch (error) {
        if (!(error instanceof ScenarioError)) throw error;
        return { name: null, rules: 0, faults: [...error.faults], warnings: [] };
      }
    },
  }),
  switch: controlRoute('POST /scenarios', {
    summary:
      'Switch a library scenario on or off by name, or switch on the scenario in source (YAML or JSON), which may extend library scenarios. name is the name of that scenario with the parameters that its source was filled with. off is applied first. The returned list has warnings of rules that may never fire.',
    schema: input({ on: maybe(text), off: maybe(text), source: maybe(text), name: maybe(text) }),
    answer: report,
    run: async (context, { on, off, source, name }) => {
      if (on !== undefined && source !== undefined) throw new Refusal('invalid', 'on and source exclude each other');
      if (on === undefined && off === undefined && source === undefined) {
        throw new Refusal('invalid', 'on, off or source is required');
      }
      const { library, findScenario } = context;
      const sent = source === undefined ? undefined : named(await refuseFaults(() => library.load(source)), name);
      const scenario = on === undefined ? sent : await findNamed(on, findScenario);
      const { world } = context;
      if (scenario !== undefined) world.scenarios.assertRoomFor(scenario, off);
      if (off !== undefined && !world.scenarios.switchOff(off)) throw notOn(off, world);
      if (scenario !== undefined) world.scenarios.switchOn(scenario);
      return reportOf(world);
    },
  }),
};

/** A sent scenario with the name that has its parameters. Throws the Refusal `invalid` for the name of another scenario. */
function named(scenario: Scenario, name: string | undefined): Scenario {
  if (name === undefined) return scenario;
  const full = scenarioNameOf(name);
  if (full === scenario.name || (full.startsWith(`${scenario.name}(`) && full.endsWith(')'))) {
    return { ...scenario, name: full };
  }
  throw new Refusal('invalid', `name must be ${scenario.name}, or ${scenario.name}(PARAM=VALUE,…), got ${name}`, {
    field: 'name',
  });
}

const reportOf = ({ scenarios: engine, clock }: World) =>
  engine.report().map(({ warnings, holdsResponses, endsAt, ...row }) => ({
    ...row,
    ends_at: timeOrNull(endsAt),
    ends_in_ms: endsAt === null ? null : Math.max(0, endsAt - clock.now()),
    warnings: [...warnings, ...(holdsResponses && clock.speed === 0 ? [standingWarning] : [])],
  }));

const standingWarning =
  'holds responses back on a clock that stands: they come when the clock is moved, by POST /_faxsim/clock or its speed';

/** Finds a scenario of the library. Rejects with the Refusal `invalid` if it is missing or faulty. */
export const findNamed = (name: string, findScenario: ControlContext['findScenario']): Promise<Scenario> =>
  refuseFaults(() => findScenario(name));

/** Turns a ScenarioError into the Refusal `invalid` with all faults. */
async function refuseFaults<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ScenarioError ? new Refusal('invalid', error.faults.join('; ')) : error;
  }
}

function notOn(name: string, { scenarios }: World): Refusal {
  const names = scenarios.active.map(({ scenario }) => scenario.name).join(', ');
  return new Refusal('invalid', `${name} is not on${names && `; on: ${names}`}`);
}
