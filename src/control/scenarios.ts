import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { writtenPhone } from '../model/numbering/phone-text.ts';
import { explain } from '../scenarios/explain.ts';
import { subjectFromFacts } from '../scenarios/subject-from-facts.ts';
import { switchedBy } from '../scenarios/active-scenario.ts';
import { ReferenceFault, ScenarioError } from '../scenarios/errors.ts';
import { verdictWords } from '../scenarios/expectations.ts';
import type { ScenarioFiles } from '../scenarios/library.ts';
import type { DescribedScenario, LibraryEntry } from '../scenarios/library-entry.ts';
import { readReference, scenarioNameOf, writeReference } from '../scenarios/params.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { World } from '../worlds/world.ts';
import { controlRoute, time, timeOrNull } from './control-route.ts';
import type { ControlContext } from './control-route.ts';
import { input, listOf, maybe, text } from './fields.ts';
import { baseName, scenarioText } from '../model/shared/scenario-text.ts';

const report = v.array(
  v.strictObject({
    scenario: v.string(),
    rule: v.string(),
    on: v.array(v.string()),
    by: v.picklist(switchedBy),
    fired: v.number(),
    ends_at: v.nullable(time),
    ends_in_ms: v.nullable(v.number()),
    used_up: v.boolean(),
    hidden_by: v.nullable(v.string()),
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

const params = v.array(
  v.strictObject({
    name: v.string(),
    default: v.union([v.string(), v.number(), v.boolean()]),
    meaning: v.nullable(v.string()),
  }),
);
const rules = v.array(v.strictObject({ id: v.string(), on: v.array(v.string()) }));

const entries = v.array(
  v.strictObject({
    name: v.string(),
    description: v.string(),
    params,
    rules,
    faults: v.array(v.string()),
    sent_as: v.nullable(v.string()),
  }),
);

/** The outcome of each rule, in the order of matching. */
export const explanations = v.array(
  v.strictObject({ scenario: v.string(), rule: v.string(), fires: v.boolean(), why: v.string() }),
);

export const scenarios = {
  list: controlRoute('GET /scenarios', {
    summary:
      'List the rules of all active scenarios: how often each has fired, and warnings of rules that may never fire. on names what a rule listens to: operations, fax, webhook, portOrder or *. ends_at is the end of the window of a rule, in the time of the world; ends_in_ms is 0 after that. Both are null for a rule without an end. used_up is true for a rule that has fired as often as its `times` allow. hidden_by is the rule of another scenario that goes before a rule and takes all that it matches.',
    answer: report,
    run: ({ world }) => reportOf(world),
  }),
  library: controlRoute('GET /scenarios/library', {
    summary:
      'List the scenarios that can be switched on by name, each with its parameters and rules. faults are the reasons why a file cannot be switched on. The latest scenarios that were sent to this world follow: sent_as is the name of such a one with its latest values; its text is that of source.',
    answer: entries,
    run: async ({ library, world }) => {
      const { describeSent } = await import('../scenarios/library-entry.ts');
      const known = (await library.entries()).map((entry) => writeEntry(entry));
      const sent = world.memory.scenarios.allSent.map((one) => writeEntry(describeSent(one), one.name));
      return [...known, ...sent.filter(({ name }) => known.every((entry) => entry.name !== name))];
    },
  }),
  source: controlRoute('GET /scenarios/source', {
    summary:
      'Show the text of a scenario that is active, was sent to this world, or is in the library, by its name with or without parameters. is_sent is true for a text that the library lacks: switch it on by source and name.',
    schema: input({ scenario: text }),
    answer: v.strictObject({
      scenario: v.string(),
      source: v.string(),
      is_sent: v.boolean(),
      description: v.string(),
      params,
      rules,
    }),
    run: (context, { scenario: named }) => refuseFaults(() => sourceOf(context, scenarioNameOf(named))),
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
    summary:
      'Check the source of a scenario (YAML or JSON): its parameters, its faults, and rules that may never fire.',
    changesWorld: false,
    schema: input({ source: text }),
    answer: v.strictObject({
      name: v.nullable(v.string()),
      rules: v.number(),
      params,
      faults: v.array(v.string()),
      warnings: v.array(v.string()),
    }),
    run: async ({ library }, { source }) => {
      try {
        const { faults, warnings, ...found } = await library.lintSent(source);
        return { ...found, params: await parametersOf(source), faults: [...faults], warnings: [...warnings] };
      } catch (error) {
        if (!(error instanceof ScenarioError)) throw error;
        return { name: null, rules: 0, params: [], faults: [...error.faults], warnings: [] };
      }
    },
  }),
  switch: controlRoute('POST /scenarios', {
    summary:
      'Switch a scenario of the library, or one that was sent before, on or off by name, or switch on the scenario in source (YAML or JSON), which may extend library scenarios. name is the name of that scenario with values for the params that its source declares; a source without params is taken as filled with them. Its name must not be that of another scenario of the library. off is applied first. The returned list has warnings of rules that may never fire.',
    schema: input({ on: maybe(text), off: maybe(text), source: maybe(text), name: maybe(text) }),
    answer: report,
    run: async (context, { on, off, source, name }) => {
      if (on !== undefined && source !== undefined) throw new Refusal('invalid', 'on and source exclude each other');
      if (on === undefined && off === undefined && source === undefined) {
        throw new Refusal('invalid', 'on, off or source is required');
      }
      const { library } = context;
      const sent = source === undefined ? undefined : await loadSent(library, source, name);
      const scenario = on === undefined ? sent : await findKnown(on, context);
      const { world } = context;
      if (scenario !== undefined) world.scenarios.assertRoomFor(scenario, off);
      if (off !== undefined && !world.scenarios.switchOff(activeName(off, world))) throw notOn(off, world);
      if (scenario !== undefined) world.scenarios.switchOn(scenario);
      return reportOf(world);
    },
  }),
};

type Entry = v.InferOutput<typeof entries>[number];

const writeEntry = (
  { name, description, params: declared, rules: all, faults }: LibraryEntry,
  sentAs: string | null = null,
): Entry => ({
  name,
  description,
  params: [...declared],
  rules: all.map(({ id, on }) => ({ id, on: [...on] })),
  faults: [...faults],
  sent_as: sentAs,
});

/** The text of a scenario: as it is active under this name, as the library has it, or as it was sent last. */
async function sourceOf({ world, library }: ControlContext, named: string) {
  const { describeSent } = await import('../scenarios/library-entry.ts');
  const active = world.scenarios.running.find(({ scenario }) => scenario.name === named)?.scenario;
  const sent = active?.written === undefined ? undefined : active;
  try {
    const known = await library.describe(named);
    if (sent === undefined || sent.written?.trimEnd() === known.source.trimEnd())
      return writeSource(named, known, false);
  } catch (error) {
    const last = sent ?? world.memory.scenarios.sent(named);
    if (!(error instanceof ScenarioError) || last === undefined) throw error;
    return writeSource(named, describeSent(last), true);
  }
  return writeSource(named, describeSent(sent), true);
}

function writeSource(scenario: string, { source, ...entry }: DescribedScenario, isSent: boolean) {
  const { description, params: declared, rules: all } = writeEntry(entry);
  return { scenario, source, is_sent: isSent, description, params: declared, rules: all };
}

async function parametersOf(source: string): Promise<Entry['params']> {
  const { parametersIn } = await import('../scenarios/library-entry.ts');
  return [...parametersIn(source)];
}

/**
 * Loads a sent scenario under a name, whose values fill the parameters that the source declares. Throws the Refusal `invalid` for
 * faults, and for the name of another scenario.
 */
async function loadSent(library: ScenarioFiles, source: string, name: string | undefined): Promise<Scenario> {
  if (name === undefined) return refuseFaults(() => library.load(source));
  const hasParams = (await parametersOf(source)).length > 0;
  const full = scenarioNameOf(name);
  const scenario = await refuseFaults(() => library.load(source, hasParams ? readReference(full).values : undefined));
  const base = baseName(scenario.name);
  if (full === base || (full.startsWith(`${base}(`) && full.endsWith(')'))) return { ...scenario, name: full };
  throw new Refusal('invalid', `name must be ${base}, or ${base}(PARAM=VALUE,…), got ${name}`, { field: 'name' });
}

const reportOf = ({ scenarios: engine, clock }: World) =>
  engine.report().map(({ warnings, holdsResponses, endsAt, isUsedUp, hiddenBy, ...row }) => ({
    ...row,
    ends_at: timeOrNull(endsAt),
    ends_in_ms: endsAt === null ? null : Math.max(0, endsAt - clock.now()),
    used_up: isUsedUp,
    hidden_by: hiddenBy,
    warnings: [
      ...warnings,
      ...(hiddenBy === null ? [] : [`never fires, since ${scenarioText(hiddenBy)} goes before it`]),
      ...(holdsResponses && clock.speed === 0 ? [standingWarning] : []),
    ],
  }));

const standingWarning =
  'holds responses back on a clock that stands: they come when the clock is moved, by POST /_faxsim/clock or its speed';

/** Finds a scenario of the library. Rejects with the Refusal `invalid` if it is missing or faulty. */
export const findNamed = (name: string, findScenario: ControlContext['findScenario']): Promise<Scenario> =>
  refuseFaults(() => findScenario(name));

/** Finds a scenario of the library, or else one that was sent to the world. Rejects with the Refusal `invalid`. */
async function findKnown(name: string, context: ControlContext): Promise<Scenario> {
  return findNamed(name, context.findScenario).catch((error: unknown) => {
    const { written } = context.world.memory.scenarios.sent(name) ?? {};
    if (written === undefined) throw error;
    return loadSent(context.library, written, name);
  });
}

/** Turns a ScenarioError into the Refusal `invalid` with all faults. */
async function refuseFaults<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ScenarioError ? new Refusal('invalid', error.faults.join('; ')) : error;
  }
}

/** The name of the active scenario that a text means. The text may have phone numbers in any notation. */
function activeName(text: string, { scenarios }: World): string {
  const name = scenarioNameOf(text);
  const names = scenarios.active.map(({ scenario }) => scenario.name);
  return names.includes(name) ? name : (names.find((one) => withBareNumbers(one) === withBareNumbers(name)) ?? text);
}

function withBareNumbers(name: string): string {
  try {
    const { name: base, values } = readReference(name);
    const bare = [...values].map(([key, value]) => [key, writtenPhone(value) ?? value] as const);
    return writeReference({ name: base, values: new Map(bare) });
  } catch (error) {
    if (error instanceof ReferenceFault) return name;
    throw error;
  }
}

function notOn(name: string, { scenarios }: World): Refusal {
  const names = scenarios.active.map(({ scenario }) => scenarioText(scenario.name)).join(', ');
  return new Refusal('invalid', `${name} is not on${names && `; on: ${names}`}`);
}
