import type { RuleReport, SettingsRecord, ServerInfo } from '../src/control/client/named-types.ts';
import { computed, signal } from '@preact/signals';
import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';
import { useResource } from './resource.ts';
import { world } from './router.ts';

/** The rules that are on, as they were last read. */
const rules = signal<readonly RuleReport[]>([]);
export const settings = signal<SettingsRecord | undefined>(undefined);
export const info = signal<ServerInfo | undefined>(undefined);

/** A scenario that is on, with its parameters, and how often it has fired. */
interface ScenarioOn {
  readonly name: string;
  readonly hits: number;
}

/** The scenarios that are on in the current world. */
export const scenariosOn = computed((): readonly ScenarioOn[] => {
  const hits = new Map<string, number>();
  for (const { scenario, by, fired } of rules.value) {
    if (by !== 'header') hits.set(scenario, (hits.get(scenario) ?? 0) + fired);
  }
  return [...hits].map(([name, count]) => ({ name, hits: count }));
});

/** Requests that were refused with a status. */
async function countOf(status: number, signal: AbortSignal): Promise<number> {
  return (await ask<AnswerOf<'requests', 'count'>>('/requests/count', { input: { status }, signal })).count;
}

/** Whether the simulator takes no credentials but those of Basic authentication. */
export const isStrict = computed(() => info.value?.settings['strict_auth'] === true);

/** Keeps them current as long as the page is there. Returns how many requests were refused by what they set. */
export function useConditions(): { readonly limited: number; readonly unauthorized: number } {
  const of = world.value;
  useResource(
    `${of} rules`,
    async (stop) => {
      rules.value = await ask<readonly RuleReport[]>('/scenarios', { signal: stop });
    },
    { changedBy: ({ kind }) => kind === 'scenario' },
  );
  useResource(
    `${of} settings`,
    async (stop) => {
      settings.value = await ask<SettingsRecord>('/settings', { signal: stop });
    },
    { changedBy: ({ kind }) => kind === 'settings' },
  );
  useResource('info', async (stop) => {
    info.value = await ask<ServerInfo>('/info', { of: null, signal: stop });
  });
  const changedBy = { changedBy: ({ kind }: { readonly kind: string }) => kind === 'request' };
  const limited = useResource(isLimited() ? `${of} 429` : '', (stop) => countOf(429, stop), changedBy);
  const unauthorized = useResource(isStrict.value ? `${of} 401` : '', (stop) => countOf(401, stop), changedBy);
  return { limited: limited.data ?? 0, unauthorized: unauthorized.data ?? 0 };
}

const isLimited = (): boolean => (settings.value?.rate_limit ?? null) !== null;
