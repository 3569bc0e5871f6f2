import { listed, pluralize } from '../../model/shared/words.ts';
import { beyond } from '../achievements/beside.ts';
import type { NumberNames } from '../achievements/deeds.ts';
import type { Finding } from './finding.ts';
import { distinct, knownSingly, listsIn } from './shown.ts';
import type { Entry, ShownList } from './shown.ts';
import type { Side } from './side.ts';
import { filtersOf } from './walks.ts';
import type { Walk } from './walks.ts';

/** A list that both runs of the old program read. */
interface ExpectedList {
  readonly walk: Walk;
  /** The faxes that both runs show. */
  readonly must: readonly Entry[];
  /** The faxes that only one of the runs shows. */
  readonly may: readonly Entry[];
}

/**
 * The faxes that lists of the old program show, and those of the new one do not. A list of the new program that shows the same as one
 * list of the old program does not stand for another, narrower one, such as that of the failed faxes.
 */
export function compareLists(
  [former, later]: readonly [Side, Side],
  { run }: Side,
  { nameOf, concerned }: { readonly nameOf: NumberNames; readonly concerned: ReadonlySet<string> },
) {
  const isCompared = ({ about }: Entry): boolean => !concerned.has(about);
  const expected = expectedLists(listsIn(former.run, nameOf), listsIn(later.run, nameOf)).map((one) => ({
    ...one,
    must: one.must.filter(isCompared),
  }));
  const lists = listsIn(run, nameOf);
  // A program may ask for a fax, or hear of it, where the old one read a list.
  const known = missingOf(knownSingly(run, nameOf), knownSingly(later.run, nameOf));
  const found = expected.map((one) => unseenIn(one, { expected, lists, known }));
  return {
    findings: found.flatMap(({ finding }) => finding ?? []),
    remarks: found.flatMap(({ remark }) => remark ?? []),
  };
}

/** The entries of some beyond those of others. */
const missingOf = (entries: readonly Entry[], others: readonly Entry[]): Entry[] =>
  beyond(entries, others, ({ key }) => key);

const isSame = (ones: readonly Entry[], others: readonly Entry[]): boolean =>
  ones.length === others.length && missingOf(ones, others).length === 0;

/** The lists of both runs, in pairs: each with the one that asks in the same way and shows the most of the same. */
function expectedLists(formers: readonly ShownList[], laters: readonly ShownList[]): ExpectedList[] {
  const open = new Set(formers);
  return laters.flatMap(({ walk, entries }): ExpectedList[] => {
    const alike = [...open].filter((one) => isAskedAlike(one.walk, walk));
    const [twin] = alike.toSorted(
      (one, other) => missingOf(entries, one.entries).length - missingOf(entries, other.entries).length,
    );
    if (twin === undefined) return [];
    open.delete(twin);
    const must = missingOf(entries, missingOf(entries, twin.entries));
    return [{ walk, must, may: [...entries, ...missingOf(twin.entries, entries)] }];
  });
}

/** Whether two walks filter by the same parameters, such as status, whatever the times or numbers. */
const isAskedAlike = (one: Walk, other: Walk): boolean =>
  one.direction === other.direction && namesOf(one).join(' ') === namesOf(other).join(' ');

const namesOf = ({ calls: [first] }: Walk): string[] =>
  filtersOf(first).map(([name, value]) => (/^[A-Za-z_]+$/.test(value) ? `${name}=${value}` : name));

interface ShownByNew {
  readonly expected: readonly ExpectedList[];
  readonly lists: readonly ShownList[];
  readonly known: readonly Entry[];
}

/** A finding, or a remark, on what no list of the new program shows. */
function unseenIn(one: ExpectedList, { expected, lists, known }: ShownByNew): { finding?: Finding; remark?: Finding } {
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
  const wider = lists.find(isShownBy);
  if (nearest === undefined && wider !== undefined) {
    const sentence = `${listText(one.walk)} is not asked for: a list with more shows what is in it`;
    return { remark: { kind: 'not listed', sentence, old: one.walk.calls, new: wider.walk.calls } };
  }
  return { finding: lackFinding(one, nearest, missing) };
}

function lackFinding({ walk }: ExpectedList, nearest: ShownList | undefined, missing: readonly Entry[]): Finding {
  const faxes = aboutText(missing);
  if (nearest === undefined) {
    return { kind: 'not listed', sentence: `${listText(walk)} is not read: ${faxes}`, old: walk.calls, new: [] };
  }
  const asked = `in the new program, which asks for ${askText(nearest.walk)}`;
  const sentence = `${listText(walk)} lacks ${pluralize(missing.length, 'fax', 'faxes')} ${asked}: ${faxes}`;
  return { kind: 'not listed', sentence, old: walk.calls, new: nearest.walk.calls };
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
