import { factsOf, paramKey } from './happenings.ts';
import type { RecordedRequest, RunRecord, SentFax } from './observation.ts';

/** Two runs without a fault. All in which they differ says nothing of a third run. */
export interface Baselines {
  readonly former: RunRecord;
  readonly baseline: RunRecord;
}

/** `operation: parameter` for each parameter with other values in the second run: a UUID, a time. */
export function varyingParams({ former, baseline }: Baselines): ReadonlySet<string> {
  const [ones, others] = [valuesOf(former.calls), valuesOf(baseline.calls)];
  const names = [...ones.keys()].filter((name) => others.has(name));
  return new Set(names.filter((name) => !isSameSet(ones.get(name), others.get(name))));
}

function valuesOf(calls: readonly RecordedRequest[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const call of calls) {
    for (const [name, value] of factsOf(call)) {
      const key = paramKey(call, name);
      values.set(key, (values.get(key) ?? new Set()).add(String(value)));
    }
  }
  return values;
}

/** The numbers that a fax goes to, in one text. */
export const recipientsOf = ({ recipients }: SentFax): string => recipients.map(({ number }) => number).join(', ');

/** Whether the program sends to other numbers in each run. */
export const haveVaryingRecipients = ({ former, baseline }: Baselines): boolean =>
  !isSameSet(new Set(former.faxes.map(recipientsOf)), new Set(baseline.faxes.map(recipientsOf)));

export const isSameSet = (one: ReadonlySet<string> = new Set(), other: ReadonlySet<string> = new Set()): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value));
