import * as v from 'valibot';
import { fixtureNames, isFixtureName, isFixtureText } from '../model/domain/fixture-name.ts';
import { projectIdOf } from '../model/domain/project.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { scenarioList } from '../model/settings/lists.ts';
import { snakeCase } from '../model/fields/names.ts';
import { accountSettingNames, worldSettingNames } from '../model/settings/settings.ts';
import { nearestText } from '../model/shared/words.ts';
import { describeParam, given } from '../wire/fields.ts';
import { describedBy } from '../wire/json-schema.ts';
import { view } from '../wire/reply.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import type { WorldOrder } from '../worlds/hosting/world-factory.ts';
import { controlRoute, done, doneAnswer, time, timeOf, timeOrNull } from './control-route.ts';
import type { ControlContext } from './control-route.ts';
import { restoreCredentials } from './hidden-credentials.ts';
import { accountChange, anyNumberOf, input, keyPair, maybe, name, settingFields, text } from './fields.ts';
import { backToNormal, normalAnswer } from './normal.ts';
import { findNamed } from './scenarios.ts';

/** An exported world, or the response of the call that exported it. Programs need to know only its format. */
export type ExportInput =
  | { readonly format: string; readonly [more: string]: unknown }
  | { readonly data: { readonly format: string; readonly [more: string]: unknown }; readonly [more: string]: unknown };

/** The exported document, alone or within the response. */
export const worldExportSchema = v.pipe(
  given<ExportInput>(),
  v.looseObject({}, 'must be what an export gave'),
  v.transform((body): object => (typeof body['data'] === 'object' && body['data'] !== null ? body['data'] : body)),
  describedBy({ type: 'object', description: 'An export of a world, or the answer that it came in' }),
);

/** Limit in characters, because a test may compare whole documents. */
const failureCharactersMax = 4000;

const pair = v.strictObject({ key: v.string(), secret: v.string() });

interface WorldContext extends Pick<ControlContext, 'url' | 'worlds' | 'about'> {
  readonly hosted: HostedWorld;
}

/** The base URL of a world, without a final slash. */
export const worldUrl = (context: Omit<WorldContext, 'about'>): string =>
  isDefault(context) ? context.url : `${context.url}/w/${context.hosted.id}`;

const isDefault = ({ hosted, worlds: all }: Pick<WorldContext, 'hosted' | 'worlds'>): boolean => hosted === all.first;

const worldView = view<WorldContext>()({
  id: [v.string(), ({ hosted }) => hosted.id],
  name: [v.nullable(v.string()), ({ hosted }) => hosted.name ?? null],
  base_url: [v.string(), (context) => worldUrl(context)],
  process: [v.string(), ({ about }) => about.process],
  credentials: [v.strictObject({ live: pair, test: pair }), ({ hosted }) => structuredClone(hosted.credentials)],
  // The id of the project in v3.
  project_id: [v.string(), ({ hosted }) => projectIdOf(hosted.world)],
  seed: [v.number(), ({ hosted }) => hosted.world.seed],
  now: [time, ({ hosted }) => timeOf(hosted.world.clock.now())],
  speed: [v.number(), ({ hosted }) => hosted.world.clock.speed],
  faxes: [v.number(), ({ hosted }) => hosted.world.store.faxes.size],
  webhooks: [v.number(), ({ hosted }) => hosted.world.store.deliveries.size],
  requests: [v.number(), ({ hosted }) => hosted.world.journal.size],
  snapshots: [v.number(), ({ hosted }) => hosted.saved.length],
  failure: [v.nullable(v.string()), ({ hosted }) => hosted.failure ?? failedExpectation(hosted) ?? null],
  // The real time of the last use; null for the default world, which is never deleted.
  last_used_at: [v.nullable(time), (context) => timeOrNull(isDefault(context) ? null : context.hosted.lastUsed)],
});

function failedExpectation({ world }: HostedWorld): string | undefined {
  const failed = world.scenarios.verdicts().verdicts.find(({ verdict }) => verdict === 'failed');
  return failed && `Scenario ${failed.scenario}, rule ${failed.rule}: ${failed.because}`;
}

export const worldShape = worldView.shape;

export const worldBody = (hosted: HostedWorld, { url, worlds: all, about }: ControlContext) =>
  worldView.body({ hosted, url, worlds: all, about });

/** The right path of each account setting, for the message about one that stands beside `settings`. */
const elsewhere = Object.fromEntries(
  accountSettingNames.flatMap((name) =>
    [name, snakeCase(name)].map((written) => [written, `settings.${snakeCase(name)}`]),
  ),
);

/** The name or the text of a fixture. A path is refused, because any caller could then read files of the server. */
const fixtureGiven = v.pipe(
  v.string('must be the name or the text of a fixture'),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || isFixtureName(dataset.value) || isFixtureText(dataset.value)) return;
    const near = nearestText(dataset.value, fixtureNames);
    addIssue({
      message: `must be ${fixtureNames.join(', ')} or the text of a fixture file, got ${describeParam(dataset.value)}${near || '; send the content of the file, not its name'}`,
    });
  }),
  describedBy({
    type: 'string',
    description: 'The name of a fixture, or the text of a fixture file in YAML or JSON',
  }),
);

const parts = {
  name: maybe(text),
  ...settingFields(worldSettingNames),
  fixture: maybe(fixtureGiven),
  scenarios: maybe(anyNumberOf(text)),
  settings: maybe(accountChange),
  live: maybe(keyPair),
  test: maybe(keyPair),
  import: v.optional(worldExportSchema),
};

const order = input({ id: maybe(name), ...parts }, elsewhere);
const chosenOrder = input({ id: name, ...parts }, elsewhere);

/** The parameters that an export contains, and that `import` therefore excludes. */
const exported = ['fixture', 'fixture_size', 'seed', 'start_time'] as const;

export const worlds = {
  list: controlRoute('GET /worlds', {
    summary: 'List all worlds of this process, the default world first.',
    isGlobal: true,
    answer: v.array(worldShape),
    run: (context) => context.worlds.all.map((hosted) => worldBody(hosted, context)),
  }),
  create: controlRoute('POST /worlds', {
    summary: 'Create a world with its own data, clock, scenarios, settings and API keys.',
    isGlobal: true,
    schema: order,
    answer: worldShape,
    run: async (context, input) => worldBody(await context.factory.create(await orderOf(input, context)), context),
  }),
  put: controlRoute('PUT /worlds/:id', {
    summary: 'Create a world with a chosen id. A repeated call with the same parameters changes nothing.',
    isGlobal: true,
    schema: chosenOrder,
    answer: worldShape,
    run: async (context, { id, ...input }) => {
      const order = { ...(await orderOf(input, context)), id };
      return worldBody(await context.factory.ensure(order), context);
    },
  }),
  delete: controlRoute('DELETE /worlds/:id', {
    summary: 'Delete a world. The default world cannot be deleted.',
    isGlobal: true,
    schema: input({ id: name }),
    answer: done,
    run: async (context, { id }) => {
      const hosted = context.worlds.get(id);
      if (hosted === undefined) throw new Refusal('not_found', `Not found: there is no world ${id}`);
      if (hosted === context.worlds.first) throw new Refusal('not_allowed', 'The default world stays; it can be reset');
      await context.factory.remove(hosted);
      return doneAnswer;
    },
  }),
  show: controlRoute('GET /world', {
    summary: 'Show this world: its base URL, its API keys, and the time of its clock.',
    answer: worldShape,
    run: (context) => worldBody(context.hosted, context),
  }),
  fail: controlRoute('POST /failure', {
    summary: 'Note that a test of this world failed, with its message. The console lists failed worlds first.',
    changesWorld: false,
    schema: input({ message: text }),
    answer: worldShape,
    run: (context, { message }) => {
      context.hosted.failure = message.slice(0, failureCharactersMax);
      context.hosted.events.noteWorld('failed');
      return worldBody(context.hosted, context);
    },
  }),
  reset: controlRoute('POST /reset', {
    summary: 'Return this world to its start. Its snapshots stay.',
    answer: worldShape,
    run: async (context) => {
      await context.hosted.reset();
      return worldBody(context.hosted, context);
    },
  }),
  normal: controlRoute('POST /normal', {
    summary:
      'Switch off all scenarios of this world, return its settings to their values at its start, and let its clock run in real time. Faxes and other records stay, and so does the balance.',
    answer: normalAnswer,
    run: ({ world }) => backToNormal(world),
  }),
};

/** Loads the requested scenarios. Throws the Refusal `invalid` for parameters that the export excludes. */
async function orderOf(input: v.InferOutput<typeof order>, { findScenario }: ControlContext): Promise<WorldOrder> {
  const { id, name: title, pace, live, test, import: document, ...seed } = input;
  const twice = document && exported.find((name) => seed[name] !== undefined);
  if (twice !== undefined) throw new Refusal('invalid', `import and ${twice} exclude each other`);
  const scenarios = (seed.scenarios ?? []).flatMap((list) => scenarioList.read(list) ?? [list]);
  const found = await Promise.all(scenarios.map((reference) => findNamed(reference, findScenario)));
  const recipe = {
    pace,
    fixture: seed.fixture,
    fixtureSize: seed.fixture_size,
    seed: seed.seed,
    time: seed.start_time,
    speed: seed.clock,
    account: restoreCredentials(seed.settings, undefined),
    scenarios: found.map((scenario) => ({ scenario, by: 'world' as const })),
  };
  const order = { id, name: title, credentials: { live, test }, recipe, document };
  return { ...order, parameters: JSON.stringify({ ...input, id: undefined }) };
}
