import * as v from 'valibot';
import { CliError, fileReasonOf } from '../../model/shared/errors.ts';
import { readGivenFile } from '../../model/shared/given-file.ts';
import { ScenarioError } from '../../scenarios/errors.ts';
import { dig } from '../../scenarios/rule-subject.ts';
import { holds } from '../../scenarios/fact-tests.ts';
import type { FactComparison, Value } from '../../scenarios/scenario.ts';
import { faultAsLine, parse } from '../../scenarios/inheritance.ts';
import { comparison, count, exactly, groupOf, oneOf, plainOr, text, value } from '../../scenarios/schema-primitives.ts';
import { faults } from './faults.ts';
import { countBy, isSameSet } from '../achievements/beside.ts';
import type { RunComparison } from '../achievements/noise.ts';
import { ownedCollections } from '../achievements/run-record.ts';
import type { RunRecord } from '../achievements/run-record.ts';
import { labelOf, pointName, shownName } from './point-names.ts';
import type { TrialResult } from './trial-run.ts';
import { asText } from '../../model/shared/conversion.ts';

/** A finding that is known and allowed. */
export interface AcceptedFinding {
  /** The name of a point, or its operation: `sendFax`, `fax`, `portOrder`, `webhook`. */
  readonly at: string;
  readonly fault: string;
  readonly because: string;
}

const faultIds = faults.map(({ id }) => id);
const reason = v.pipe(text, v.minLength(1, 'must give a reason'));
const acceptedFile = exactly({
  accepted: v.array(
    exactly({ at: text, fault: oneOf(faultIds), because: reason }),
    'must be a list of accepted findings',
  ),
});

/** Reads a file of accepted findings. Throws a CliError that names the file, the line and the key of a fault. */
export const readAccepted = async (path: string): Promise<readonly AcceptedFinding[]> =>
  (await readDocument(path, '--accept', acceptedFile)).accepted;

/** Reads `sendFax: lost-answer`. */
export function acceptedIn(words: string): AcceptedFinding {
  const at = words.lastIndexOf(':');
  return { at: words.slice(0, at).trim(), fault: words.slice(at + 1).trim(), because: 'the test accepts it' };
}

/** The reason why a finding is accepted; undefined if it is not. */
export function reasonIn(accepted: readonly AcceptedFinding[], { trial }: TrialResult): string | undefined {
  return accepted.find((one) => isAbout(one, trial))?.because;
}

/** The entries without a finding. */
export const unusedIn = (
  accepted: readonly AcceptedFinding[],
  findings: readonly TrialResult[],
): readonly AcceptedFinding[] => accepted.filter((one) => !findings.some(({ trial }) => isAbout(one, trial)));

const isAbout = ({ at, fault }: AcceptedFinding, { point, fault: { id } }: TrialResult['trial']): boolean => {
  const name = pointName(point);
  return fault === id && [point.on, name, shownName(name, labelOf(point))].includes(at);
};

const countables = ['faxes', 'webhooks', 'requests', ...ownedCollections] as const;

const fact = plainOr(value, [['', comparison]], 'must be a string, a number, true or false');
const bound = v.optional(
  v.union([count, v.literal('baseline')], 'must be an integer >= 0, or baseline for the count without a fault'),
);

const invariant = v.pipe(
  exactly({
    name: text,
    count: oneOf(countables),
    where: v.optional(groupOf(text, fact, 'must be a mapping of fields'), {}),
    per: v.optional(text),
    exactly: bound,
    at_least: bound,
    at_most: bound,
    when: v.optional(oneOf(['passed', 'always']), 'always'),
  }),
  v.check(
    ({ exactly: same, at_least: least, at_most: most }) => [same, least, most].some((one) => one !== undefined),
    'must have exactly, at_least or at_most',
  ),
);

const invariantsFile = exactly({ invariants: v.array(invariant, 'must be a list of invariants') });

/** A rule of the user about the world after a run: how many records of a kind there may be. */
export type Invariant = v.InferOutput<typeof invariant>;

/** Reads a file of invariants. Throws a CliError that names the file, the line and the key of each fault. */
export const readInvariants = async (path: string): Promise<readonly Invariant[]> =>
  (await readDocument(path, '--invariants', invariantsFile)).invariants;

/** Sentences about the invariants that a run breaks. */
export function brokenIn(invariants: readonly Invariant[], { run, baseline, former, ending }: RunComparison): string[] {
  return invariants
    .filter(({ when }) => when === 'always' || ending.how === 'passed')
    .flatMap((one) => {
      const [found, usual] = [countsOf(one, run), countsOf(one, baseline)];
      const isVarying = !isSameSet(usual.keys(), countsOf(one, former).keys());
      return faultsOf(one, found, isVarying ? byRank(usual, found) : usual);
    });
}

/** Sentences about the invariants that a single run breaks. Throws a CliError for the bound `baseline`, which needs another run. */
export function brokenAlone(invariants: readonly Invariant[], run: RunRecord): string[] {
  const compared = invariants.find((one) => [one.exactly, one.at_least, one.at_most].includes('baseline'));
  if (compared !== undefined) {
    throw new CliError(
      `the invariant ${JSON.stringify(compared.name)} must have numbers as bounds here, got "baseline": there is no run without a fault`,
    );
  }
  const ending = { how: 'passed', detail: '', ms: 0, output: '' } as const;
  return brokenIn(invariants, { run, baseline: run, former: run, ending });
}

/**
 * The usual counts of values that differ between runs, such as UUIDs, with the values of this run in their place: the
 * greatest count for the most frequent value, and so on.
 */
function byRank(usual: Counts, found: Counts): Counts {
  const names = [...found].toSorted(([, one], [, other]) => other - one).map(([name]) => name);
  const counts = [...usual.values()].toSorted((one, other) => other - one);
  return new Map(counts.map((count, at) => [names[at] ?? `of its own, number ${at + 1}`, count]));
}

/** Counts by the value of `per`; without it one count, under an empty name. */
type Counts = ReadonlyMap<string, number>;

function countsOf({ count: name, where, per }: Invariant, run: RunRecord): Counts {
  const records = recordsOf(name, run).filter((record) =>
    Object.entries(where).every(([field, condition]) => holds(condition as Value | FactComparison, at(record, field))),
  );
  if (per === undefined) return new Map([['', records.length]]);
  return countBy(records, (record) => asText(at(record, per)));
}

const at = (record: unknown, field: string): unknown => dig(record, field.split('.'));

function recordsOf(name: Invariant['count'], run: RunRecord): readonly unknown[] {
  if (name === 'faxes') return run.faxes;
  if (name === 'webhooks') return run.deliveries;
  return name === 'requests' ? run.calls : run.owned[name];
}

function faultsOf(one: Invariant, counts: Counts, usual: Counts): string[] {
  const { name, count: noun, per, exactly: same, at_least: least, at_most: most } = one;
  return [...new Set([...counts.keys(), ...usual.keys()])].flatMap((group) => {
    const found = counts.get(group) ?? 0;
    const limit = (bound: number | 'baseline' | undefined, otherwise: number): number =>
      bound === 'baseline' ? (usual.get(group) ?? 0) : (bound ?? otherwise);
    const [from, to] = [limit(same ?? least, 0), limit(same ?? most, Infinity)];
    if (found >= from && found <= to) return [];
    const expected = found < from ? from : to;
    const words = same !== undefined ? 'exactly' : found < from ? 'at least' : 'at most';
    const groupText = per === undefined ? '' : ` with ${per} ${group}`;
    return [`the invariant "${name}" does not hold: ${found} ${noun}${groupText}, expected ${words} ${expected}`];
  });
}

/** Reads a YAML or JSON file of this form. Throws a CliError with all its faults, each with line and key. */
async function readDocument<Schema extends v.GenericSchema>(
  path: string,
  flag: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const source = await readGivenFile(path).catch((error: unknown) => {
    throw new CliError(`${flag} must be a file that can be read, got ${JSON.stringify(path)}: ${fileReasonOf(error)}`);
  });
  const file = parseDocument(path, source);
  const read = v.safeParse(schema, file.value);
  if (read.success) return read.output;
  const lines = read.issues.map(({ path: at = [], message }) =>
    faultAsLine(file, { path: at.map(({ key }) => key), message }),
  );
  throw new CliError(lines.join('\n'));
}

function parseDocument(path: string, source: string): ReturnType<typeof parse> {
  try {
    return parse(path, source);
  } catch (error) {
    throw error instanceof ScenarioError ? new CliError(error.faults.join('\n')) : error;
  }
}
