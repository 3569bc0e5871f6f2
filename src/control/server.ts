import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { workKinds, workUnits } from '../model/domain/long-work.ts';
import type { Account } from '../model/domain/account.ts';
import { webhookVersions } from '../model/domain/webhook.ts';
import { showValue } from '../model/fields/kinds.ts';
import { snakeCase } from '../model/fields/names.ts';
import type { SnakeCase } from '../model/fields/names.ts';
import { defaultText } from '../model/settings/setting.ts';
import type { Setting } from '../model/settings/setting.ts';
import { accountSettingNames, settingNames, settingOf, settings as table } from '../model/settings/settings.ts';
import type { AccountSettingName, GivenSetting, SettingName } from '../model/settings/settings.ts';
import { isPlainObject, omitUndefined } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { countDeliveries, countFaxes } from '../service/operations/account.ts';
import { describedBy } from '../wire/json-schema.ts';
import { anything, controlRoute, time, timeOf, timeOrNull } from './control-route.ts';
import type { ControlContext } from './control-route.ts';
import { accountChange, input, instant, maybe } from './fields.ts';

const runningWork = v.strictObject({
  id: v.number(),
  kind: v.picklist(workKinds),
  /** Id of the world; null for work of the whole simulator. */
  world: v.nullable(v.string()),
  unit: v.picklist(workUnits),
  done: v.number(),
  /** Null while it is unknown, as in a move that ends when nothing is due. */
  total: v.nullable(v.number()),
  /** Time that the clock has reached; null for other work. */
  world_time: v.nullable(time),
  /** Real time. */
  since: time,
  age_ms: v.number(),
});

/** The simulator itself, and not one of its worlds. */
export const server = {
  info: controlRoute('GET /info', {
    summary: 'Show the version, process, start time and options of this simulator, without secrets.',
    isGlobal: true,
    answer: v.strictObject({
      name: v.literal('faxsim'),
      version: v.string(),
      process: v.string(),
      api_versions: v.array(v.string()),
      worlds: v.number(),
      uptime_ms: v.number(),
      settings: v.record(v.string(), anything),
    }),
    run: ({ worlds, about, uptimeMs }) => ({
      name: 'faxsim' as const,
      version: about.version,
      process: about.process,
      api_versions: [...webhookVersions],
      worlds: worlds.all.length,
      uptime_ms: Math.round(uptimeMs),
      settings: { ...about.settings },
    }),
  }),
  metrics: controlRoute('GET /metrics', {
    summary: 'Show the counters of this process in the text format of Prometheus.',
    isGlobal: true,
    produces: 'text/plain; version=0.0.4; charset=utf-8',
    answer: v.string(),
    run: metricsText,
  }),
  work: controlRoute('GET /work', {
    summary:
      'List the long work that runs: moves of a clock, imports and a sweep, each with how far it is. Events of kind work tell when it starts and ends.',
    isGlobal: true,
    answer: v.array(runningWork),
    run: ({ work }) =>
      work.running.map(({ since, ageMs, worldTime, ...rest }) => ({
        ...rest,
        world_time: timeOrNull(worldTime),
        since: timeOf(since),
        age_ms: Math.round(ageMs),
      })),
  }),
  sweep: controlRoute('GET /sweep', {
    summary: 'Show the report.json of the sweep in this directory, also of one that still runs.',
    isGlobal: true,
    form: input({ changed_at: maybe(instant) }),
    answer: v.strictObject({
      changed_at: v.nullable(time),
      age_ms: v.nullable(v.number()),
      report: v.nullable(v.record(v.string(), anything)),
    }),
    run: ({ about: { sweep } }, { changed_at: known }) => {
      sweep.onRead?.();
      return sweepReport(join(sweep.directory, 'report.json'), known);
    },
  }),
};

/** The report and the time of its last change, on the real clock; without the report if the reader has that of this time. */
async function sweepReport(path: string, known: number | undefined) {
  const changed = await stat(path).catch(() => undefined);
  if (changed === undefined) return { changed_at: null, age_ms: null, report: null };
  const at = Math.floor(changed.mtimeMs);
  const state = { changed_at: timeOf(at), age_ms: Math.max(0, Date.now() - at) };
  if (at === known) return { ...state, report: null };
  const text = await readFile(path, 'utf8').catch(() => '');
  return { ...state, report: reportIn(text) };
}

function reportIn(text: string): Mapping | null {
  try {
    const read: unknown = JSON.parse(text);
    return isPlainObject(read) ? read : null;
  } catch {
    return null; // another program's file
  }
}

type Sample = readonly [labels: string, value: number];

type Counting = Pick<ControlContext, 'worlds' | 'requests' | 'journalSpace' | 'about'>;

/** The counters of the process in Prometheus' text format; faxes, webhooks and scenarios of the default world. */
function metricsText({ worlds, requests, journalSpace, about }: Counting): string {
  const world = worlds.default;
  const firings = world.scenarios
    .report()
    .map(({ scenario, rule, by, fired }): Sample => [labelsText({ scenario, rule, by }), fired]);
  const { rss, heapUsed } = process.memoryUsage();
  const { version, process: name } = about;
  return [
    ...family('faxsim_build_info', 'gauge', 'The process that all other metrics are about.', [
      [labelsText({ process: name, version }), 1],
    ]),
    ...family('faxsim_requests_total', 'counter', 'Requests to the service that were answered.', [
      ...requests.byStatus,
    ]),
    ...heading('faxsim_request_duration_seconds', 'histogram', 'How long requests to the service took.'),
    ...requests.histogram().map(([end, labels, value]) => `faxsim_request_duration_seconds${end}{${labels}} ${value}`),
    ...family('faxsim_journal_dropped_requests_total', 'counter', 'Requests that journals dropped for want of space.', [
      ['', journalSpace.dropped],
    ]),
    ...family('faxsim_worlds', 'gauge', 'Worlds of this process, the default one included.', [['', worlds.all.length]]),
    ...family('faxsim_faxes', 'gauge', 'Faxes of the default world.', countFaxes(world).map(by('status'))),
    ...family(
      'faxsim_webhook_deliveries',
      'gauge',
      'Webhooks of the default world.',
      countDeliveries(world).map(by('state')),
    ),
    ...family('faxsim_scenario_firings_total', 'counter', 'Firings of rules in the default world.', firings),
    ...family('process_resident_memory_bytes', 'gauge', 'Memory that the process holds.', [['', rss]]),
    ...family('nodejs_heap_size_used_bytes', 'gauge', 'Of that, what its objects use.', [['', heapUsed]]),
    '',
  ].join('\n');
}

const by =
  (label: string) =>
  ([value, count]: readonly [string, number]): Sample => [labelsText({ [label]: value }), count];

function labelsText(labels: Readonly<Record<string, string>>): string {
  const escapeLabel = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escapeLabel(value)}"`)
    .join(',');
}

const heading = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
];

function family(name: string, type: string, help: string, samples: readonly Sample[]): string[] {
  const lines = samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`);
  return [...heading(name, type, help), ...lines];
}

type ShownSettings = { readonly [Name in AccountSettingName as SnakeCase<Name>]: v.GenericSchema<GivenSetting<Name>> };

const settingsView = v.strictObject(
  Object.fromEntries(
    accountSettingNames.map((name) => {
      const { kind, default: unset } = table[name];
      const field: v.GenericSchema = v.pipe(v.unknown(), describedBy(kind.schema));
      return [snakeCase(name), unset === null ? v.nullable(field) : field];
    }),
  ) as ShownSettings,
);

const described = v.strictObject({
  name: v.string(),
  /** `account`: this world has it, and PATCH changes it; `world` and `start`: as the simulator was started. */
  where: v.picklist(['account', 'world', 'start']),
  value: anything,
  type: v.picklist(['boolean', 'integer', 'string', 'list']),
  choices: v.array(v.string()),
  default: anything,
  /** The default as people read it. */
  default_text: v.string(),
  placeholder: v.nullable(v.string()),
  meaning: v.string(),
  flag: v.string(),
  secret: v.boolean(),
});

export const settings = {
  describe: controlRoute('GET /settings/described', {
    summary:
      'List the settings of this world and of the start of the simulator, each with its value, default and meaning.',
    answer: v.array(described),
    run: ({ world, about }) => [
      ...accountSettingNames.map((name) =>
        describe(name, showValue(table[name].kind, settingOf(world.store.account, name))),
      ),
      ...Object.entries(about.settings).flatMap(([name, value]) => {
        const known = settingNames.find((one) => snakeCase(one) === name);
        return known === undefined ? [] : [describe(known, value)];
      }),
    ],
  }),
  show: controlRoute('GET /settings', {
    summary: "Show the settings of the world's account, and its balance in cents.",
    answer: settingsView,
    run: ({ world }) => settingsBody(world.store.account),
  }),
  change: controlRoute('PATCH /settings', {
    summary: 'Change settings of the account, or its balance. Settings that are not given stay.',
    form: accountChange,
    answer: settingsView,
    run: async ({ world: { store } }, change) => {
      await store.commit(() => {
        store.account = { ...store.account, ...omitUndefined(change) };
      });
      return settingsBody(store.account);
    },
  }),
};

function describe(name: SettingName, value: unknown): v.InferInput<typeof described> {
  const row: Setting = table[name];
  const { kind, where, placeholder = null, meaning, flag, isSecret = false } = row;
  return {
    name: snakeCase(name),
    where: where === 'command' ? 'start' : where,
    value,
    type: valueTypes[String(kind.schema['type'])] ?? 'string',
    choices: [...(kind.choices ?? [])],
    default: showValue(kind, row.default),
    default_text: defaultText(row),
    placeholder,
    meaning,
    flag,
    secret: isSecret,
  };
}

const valueTypes: Readonly<Record<string, 'boolean' | 'integer' | 'list'>> = {
  boolean: 'boolean',
  integer: 'integer',
  array: 'list',
};

function settingsBody(account: Account): v.InferInput<typeof settingsView> {
  const body = accountSettingNames.map((name) => [
    snakeCase(name),
    showValue(table[name].kind, settingOf(account, name)),
  ]);
  return Object.fromEntries(body) as v.InferInput<typeof settingsView>;
}
