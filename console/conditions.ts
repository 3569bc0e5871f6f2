import type { DescribedSetting, SettingsRecord } from '../src/control/client/named-types.ts';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { now } from './clock.ts';
import { useResource } from './resource.ts';
import { world } from './router.ts';
import { readActive } from './screens/scenario-data.ts';
import { endOf, isOver, worstVerdict } from './screens/scenario-words.ts';
import type { ScenarioEnd, ScenarioReport } from './screens/scenario-words.ts';
import { useSettings } from './screens/world-data.ts';

/** The latest reading of the active scenarios. */
const actives = signal<readonly ScenarioReport[]>([]);
/** The settings of the world, and how the simulator was started. */
const described = signal<readonly DescribedSetting[] | undefined>(undefined);

export const settings = computed((): SettingsRecord | undefined => {
  const own = described.value?.filter(({ where }) => where === 'account');
  // Each row is one of its fields.
  return own && (Object.fromEntries(own.map(({ name, value }) => [name, value])) as SettingsRecord);
});

/** Whether a coming step takes all pages of a fax at once, because pages are steps only with `inflight_webhooks`. */
export const takesAllPages = (summary: string): boolean =>
  settings.value?.inflight_webhooks === false && summary.includes(' pages and hangs up');

/** The settings of the world that differ from those of its start, except the balance, which faxes change. */
export const changedSettings = computed((): readonly DescribedSetting[] =>
  (described.value ?? []).filter(
    ({ name, value, start_value: before }) => name !== 'balance_cents' && textOfValue(value) !== textOfValue(before),
  ),
);

/** The command that starts the same simulator again, at this address; undefined until it is known. */
export const startCommand = computed((): string | undefined => {
  const started = described.value?.filter(({ where }) => where !== 'account');
  if (started === undefined) return undefined;
  const options = started
    .filter(({ name, value, default: unset }) => name !== 'port' && textOfValue(value) !== textOfValue(unset))
    .map(({ flag, value }) => (value === true ? flag : `${flag} ${wordOf(textOfValue(value))}`));
  return ['npx faxsim', `--port ${location.port || '80'}`, ...options].join(' ');
});

const wordOf = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** The value of a setting as an option; empty if unset. */
export function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOfValue).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An active scenario with its parameters and its rules. */
interface ScenarioOn {
  readonly name: string;
  readonly rules: ScenarioReport['rules'];
  readonly end: ScenarioEnd;
  readonly hasFailed: boolean;
}

/** The active scenarios of the current world. */
export const scenariosOn = computed((): readonly ScenarioOn[] =>
  actives.value
    .filter(({ by }) => by !== 'header')
    .map((active) => ({
      name: active.name,
      rules: active.rules,
      end: endOf(active.rules),
      hasFailed: worstVerdict(active)?.verdict === 'failed',
    })),
);

/** The number of active scenarios that are not over. */
export const onCount = computed((): number => scenariosOn.value.filter(({ end }) => !isOver(end, now.value)).length);

/** The number of requests refused with a status. */
async function countOf(status: number, signal: AbortSignal): Promise<number> {
  return (await ask<AnswerOf<'requests', 'count'>>('/requests/count', { input: { status }, signal })).count;
}

/** Whether the simulator accepts only Basic authentication. */
export const isStrict = computed(
  () => described.value?.some(({ name, value }) => name === 'strict_auth' && value === true) === true,
);

/** Keeps rules and settings up to date while the page is open. Returns how many requests they refused. */
export function useConditions(): { readonly limited: number; readonly unauthorized: number } {
  const of = world.value;
  useResource(
    `${of} rules`,
    async (stop) => {
      actives.value = await readActive(stop);
    },
    { changedBy: ({ kind }) => kind === 'scenario' },
  );
  const found = useSettings();
  useEffect(() => {
    if (found.data !== undefined) described.value = found.data;
  }, [found.data]);
  const changedBy = { changedBy: ({ kind }: { readonly kind: string }) => kind === 'request' };
  const limited = useResource(isLimited() ? `${of} 429` : '', (stop) => countOf(429, stop), changedBy);
  const unauthorized = useResource(isStrict.value ? `${of} 401` : '', (stop) => countOf(401, stop), changedBy);
  return { limited: limited.data ?? 0, unauthorized: unauthorized.data ?? 0 };
}

const isLimited = (): boolean => (settings.value?.rate_limit ?? null) !== null;
