import { withoutLoopbackPorts } from '../../model/shared/urls.ts';
import { beside, isSameSet } from './beside.ts';
import { aboutOf } from './deeds.ts';
import type { NumberNames } from './deeds.ts';
import type { Ending, RecordedRequest, RunRecord, SentFax } from './run-record.ts';

/** Two runs that should be equal. Their differences are noise, which a comparison with a third run ignores. */
export interface Baselines {
  readonly former: RunRecord;
  readonly baseline: RunRecord;
}

/** A run with a fault, and the two runs without one. */
export interface RunComparison extends Baselines {
  readonly ending: Ending;
  readonly run: RunRecord;
}

/**
 * Names faxes in words that are comparable between runs. If a program sends to different numbers in each run, all
 * numbers have one name.
 */
export function faxNames({ former, baseline }: Baselines): (fax: SentFax) => string {
  const isSame = isSameSet(former.faxes.map(aboutOf), baseline.faxes.map(aboutOf));
  return isSame ? aboutOf : () => 'to numbers that differ between runs';
}

/** The common name of all numbers that differ between runs. */
export const varyingNumber = 'a number that differs between runs';

/** Names single numbers. A number that all runs have keeps its own name; the others share one. */
export function numberNames(runs: readonly RunRecord[], varying: ReadonlySet<string>): NumberNames {
  const all = runs.map((run) => new Set<string | null>(numbersIn(run)));
  const [first = new Set<string | null>()] = all;
  const isVarying = varying.size > 0 || all.some((numbers) => !isSameSet(numbers, first));
  const isSame = (number: string | null): boolean =>
    all.every((numbers) => numbers.has(number)) && (number === null || !varying.has(number));
  return (number) => (isVarying && !isSame(number) ? varyingNumber : (number ?? 'an unknown number'));
}

/** The numbers that a run sent to, and those that it received from. */
export const numbersIn = ({ faxes, received, removed, readBefore }: RunRecord): string[] => [
  ...[...faxes, ...readBefore].flatMap(({ recipients }) => recipients.map(({ number }) => number)),
  ...[...received, ...removed, ...readBefore].flatMap(({ from_number: from }) => from ?? []),
];

/**
 * The parameters whose values differ between the two runs, such as a UUID or a time, as `operation: parameter`. A port of loopback
 * does not count.
 */
export const varyingParams = (baselines: Baselines): ReadonlySet<string> =>
  differingParams(baselines, withoutLoopbackPorts);

/** The parameters that no rule can name, because a rule compares whole values: those that differ in a port, too. */
export const unnamedParams = (baselines: Baselines): ReadonlySet<string> =>
  differingParams(baselines, (value) => value);

function differingParams({ former, baseline }: Baselines, comparable: (value: string) => string): ReadonlySet<string> {
  const params = beside({ ones: paramsIn(former), others: paramsIn(baseline) }, ({ key }) => key);
  const isVarying = ({ ones, others }: (typeof params)[number]): boolean =>
    ones.length > 0 &&
    others.length > 0 &&
    !isSameSet(
      ones.map(({ value }) => comparable(value)),
      others.map(({ value }) => comparable(value)),
    );
  return new Set(params.filter(isVarying).map(({ key }) => key));
}

const paramsIn = ({ calls }: RunRecord) =>
  calls.flatMap((call) => factsOf(call).map(([name, value]) => ({ key: paramKey(call, name), value: String(value) })));

/** `operation: parameter`, which identifies a parameter among those of all operations. */
export const paramKey = ({ operation }: Pick<RecordedRequest, 'operation'>, name: string): string =>
  `${operation ?? ''}: ${name}`;

/** The parameters that a rule can compare: texts without a secret. A list counts by its first item. */
export function factsOf({ params }: RecordedRequest): (readonly [string, string | number])[] {
  return Object.entries(params ?? {}).flatMap(([name, value]) => {
    const single: unknown = Array.isArray(value) ? value[0] : value;
    const isText = typeof single === 'number' || (typeof single === 'string' && !/[•…]/.test(single));
    return isText && single !== '' && /^[\w-]+$/.test(name) ? [[name, single] as const] : [];
  });
}

/** The comparable content of a request: without parameters that vary, such as a time or a UUID, and without ports of loopback. */
export function contentOf(call: RecordedRequest, varying: ReadonlySet<string>): string {
  const params = Object.entries(call.params ?? {}).filter(([name]) => !varying.has(paramKey(call, name)));
  return withoutLoopbackPorts(JSON.stringify([call.operation, params]));
}
