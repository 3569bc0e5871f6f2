import { groupBy, isSameList } from '../../model/shared/objects.ts';
import { isRefused, refusalReason } from '../../model/shared/refused-request.ts';
import { listed, pluralize } from '../../model/shared/words.ts';
import { beyond, countBy } from '../achievements/beside.ts';
import { varyingNumber } from '../achievements/noise.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import type { RecordedRequest } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import { distinct, knownSingly, listsIn } from './shown.ts';
import type { Entry, ShownList } from './shown.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';
import { filtersOf } from './walks.ts';
import type { Walk } from './walks.ts';

/** A list that all runs of the old program read. */
interface ExpectedList {
  readonly walk: Walk;
  /** The faxes that all runs show. Of equal faxes whose number differs between runs, only one. */
  readonly must: readonly Entry[];
  /** The faxes that any run shows. */
  readonly may: readonly Entry[];
}

/**
 * Findings about faxes that lists of the old program show, but no list of the new one. A list that corresponds to one list of the
 * old program does not also replace a narrower one, such as that of failed faxes.
 */
export function compareLists(
  olds: OldSides,
  { run }: Side,
  { nameOf, concerned }: { readonly nameOf: NumberNames; readonly concerned: ReadonlySet<string> },
) {
  const isCompared = ({ about }: Entry): boolean => !concerned.has(about);
  const expected = expectedLists(olds.map((old) => listsIn(old.run, nameOf))).map((one) => ({
    ...one,
    must: one.must.filter(isCompared),
  }));
  const lists = listsIn(run, nameOf);
  const refused = run.calls.filter((call) => call.operation === 'listFaxes' && isRefused(call));
  // Instead of a list, the new program may read single faxes or get notifications.
  const known = missingOf(knownSingly(run, nameOf), knownSingly(lastOf(olds).run, nameOf));
  const found = expected.map((one) => unseenIn(one, { expected, lists, known, refused }));
  return {
    findings: found.flatMap(({ finding }) => finding ?? []),
    remarks: found.flatMap(({ remark }) => remark ?? []),
  };
}

/** The entries that the others lack. */
const missingOf = (entries: readonly Entry[], others: readonly Entry[]): Entry[] =>
  beyond(entries, others, ({ key }) => key);

const isSame = (ones: readonly Entry[], others: readonly Entry[]): boolean =>
  ones.length === others.length && missingOf(ones, others).length === 0;

/** Matches each list of the last run with the lists of other runs that have the same filters and the most entries in common. */
function expectedLists(runs: readonly (readonly ShownList[])[]): ExpectedList[] {
  const open = runs.slice(0, -1).map((lists) => new Set(lists));
  return (runs.at(-1) ?? []).flatMap((list): ExpectedList[] => {
    const twins = open.flatMap((lists) => takeTwin(list, lists) ?? []);
    if (twins.length < open.length) return [];
    const { walk, entries } = list;
    const all = twins.map((twin) => twin.entries);
    return [{ walk, must: steadyEntries([entries, ...all]), may: all.reduce(joined, entries) }];
  });
}

function takeTwin({ walk, entries }: ShownList, open: Set<ShownList>): ShownList | undefined {
  const alike = [...open].filter((one) => isAskedAlike(one.walk, walk));
  const [twin] = alike.toSorted(
    (one, other) => missingOf(entries, one.entries).length - missingOf(entries, other.entries).length,
  );
  if (twin !== undefined) open.delete(twin);
  return twin;
}

const joined = (entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] => [
  ...entries,
  ...missingOf(others, entries),
];

/** The entries that all runs have. Of equal entries whose number varies, only one. */
function steadyEntries(runs: readonly (readonly Entry[])[]): Entry[] {
  const [entries = [], ...others] = runs;
  const counts = runs.map((all) => countBy(all, ({ key }) => key));
  return [...groupBy(entries, ({ key }) => key).entries()].flatMap(([key, group]) => {
    const least = Math.min(...counts.map((all) => all.get(key) ?? 0));
    const isUncertain = others.length > 0 && counts.some((all) => (all.get(key) ?? 0) !== least);
    return group.slice(0, isUncertain && key.includes(varyingNumber) ? Math.min(1, least) : least);
  });
}

/** Whether two walks have the same filter parameters, such as status, with any times and numbers. */
const isAskedAlike = (one: Walk, other: Walk): boolean =>
  one.direction === other.direction && namesOf(one).join(' ') === namesOf(other).join(' ');

const namesOf = ({ calls: [first] }: Walk): string[] =>
  filtersOf(first).map(([name, value]) => (/^[A-Za-z_]+$/.test(value) ? `${name}=${value}` : name));

interface ShownByNew {
  readonly expected: readonly ExpectedList[];
  readonly lists: readonly ShownList[];
  readonly known: readonly Entry[];
  /** The requests for lists that the service refused. */
  readonly refused: readonly RecordedRequest[];
}

/** A finding or a remark about the entries that no list of the new program shows. */
function unseenIn(
  one: ExpectedList,
  { expected, lists, known, refused }: ShownByNew,
): { finding?: Finding; remark?: Finding } {
  const isOfOther = ({ entries }: ShownList): boolean =>
    !isSame(entries, one.must) && expected.some((other) => other !== one && isSame(entries, other.must));
  const own = lists.filter((list) => !isOfOther(list));
  const isShownBy = ({ entries }: ShownList): boolean => missingOf(one.must, entries).length === 0;
  const parts = own.filter(({ entries }) => missingOf(entries, one.may).length === 0);
  if (own.some(isShownBy) || missingOf(one.must, distinct(parts.flatMap(({ entries }) => entries))).length === 0)
    return {};
  if (own.some(({ isWhole }) => !isWhole)) return {};
  const isUsed = ({ entries }: ShownList): boolean => expected.some(({ must }) => isSame(entries, must));
  const left = own.filter((list) => !isUsed(list));
  const [nearest] = left.toSorted(
    (first, second) => missingOf(one.must, first.entries).length - missingOf(one.must, second.entries).length,
  );
  const missing = missingOf(missingOf(one.must, nearest?.entries ?? []), known);
  if (missing.length === 0) return {};
  const counterparts = refused.filter((call) => hasSameFilters(call, one.walk));
  if (counterparts.length > 0) return { finding: refusedFinding(one, counterparts, missing) };
  const wider = lists.find(isShownBy);
  if (nearest === undefined && wider !== undefined) {
    const sentence = `${listText(one.walk)} is not asked for: a list with more shows what is in it`;
    return { remark: { kind: 'not listed', sentence, old: one.walk.calls, new: wider.walk.calls } };
  }
  if (nearest === undefined && refused.length > 0) return { finding: refusedFinding(one, refused, missing) };
  return { finding: lackFinding(one, nearest, missing) };
}

/** Whether a request has the filters of a list by their names. A status has other values in v3. */
const hasSameFilters = (call: RecordedRequest, { calls: [first] }: Walk): boolean =>
  isSameList(filterNames(call), filterNames(first));

const filterNames = (call: RecordedRequest): string[] => filtersOf(call).map(([name]) => name);

function refusedFinding({ walk }: ExpectedList, calls: readonly RecordedRequest[], missing: readonly Entry[]): Finding {
  const last = calls.at(-1);
  const why = last === undefined ? '' : [last.answer.status, refusalReason(last)].filter(Boolean).join(', ');
  const sentence = `${listText(walk)} is not read, since the request of the new program is refused (${why}): ${aboutText(missing)}`;
  const subjects = [namesOf(walk).join(' ')];
  return { kind: 'not listed', isRefusal: true, subjects, sentence, old: walk.calls, new: calls };
}

function lackFinding({ walk }: ExpectedList, nearest: ShownList | undefined, missing: readonly Entry[]): Finding {
  const faxes = aboutText(missing);
  const subjects = [namesOf(walk).join(' ')];
  if (nearest === undefined) {
    const sentence = `${listText(walk)} is not read: ${faxes}`;
    return { kind: 'not listed', subjects, sentence, old: walk.calls, new: [] };
  }
  const asked = `in the new program, which asks for ${askText(nearest.walk)}`;
  const sentence = `${listText(walk)} lacks ${pluralize(missing.length, 'fax', 'faxes')} ${asked}: ${faxes}`;
  return { kind: 'not listed', subjects, sentence, old: walk.calls, new: nearest.walk.calls };
}

const listText = (walk: Walk): string => {
  const filters = askText(walk);
  return filters === 'all faxes' ? 'the list of all faxes' : `the list of ${filters}`;
};

const askText = ({ calls: [first] }: Walk): string => {
  const filters = filtersOf(first).map(([name, value]) => `${name}=${value}`);
  return filters.length === 0 ? 'all faxes' : filters.join(', ');
};

const namedMax = 3;

function aboutText(entries: readonly Entry[]): string {
  const all = [...new Set(entries.map(({ about }) => `the ${about}`))];
  const more = all.length - namedMax;
  return more <= 0 ? listed(all) : `${all.slice(0, namedMax).join(', ')} and ${more} more`;
}
