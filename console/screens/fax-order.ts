import { faxFieldRows } from '../../src/lab/migrate/fields.ts';
import type { Mapping } from '../../src/model/shared/objects.ts';

const linesIn = (value: unknown): number => JSON.stringify(value, undefined, 2).split('\n').length;

/** The fields of v2.1 and v3 that correspond, each once. Those with as many lines come first, so that both stay level. */
function fieldPairs(former: Mapping, later: Mapping): readonly (readonly [string, string])[] {
  const pairs = new Map<string, string>();
  for (const name of Object.keys(former)) {
    const [to = ''] = faxFieldRows[name]?.to?.split('.') ?? [];
    if (later[to] !== undefined && !pairs.has(to)) pairs.set(to, name);
  }
  const differs = ([to, name]: readonly [string, string]): number =>
    Number(linesIn(former[name]) !== linesIn(later[to]));
  return [...pairs]
    .map(([to, name]) => [name, to] as const)
    .toSorted(([name, to], [otherName, otherTo]) => differs([to, name]) - differs([otherTo, otherName]));
}

const withFirst = (names: readonly string[], fax: Mapping): Mapping =>
  Object.fromEntries([...names.filter((name) => name in fax), ...Object.keys(fax)].map((name) => [name, fax[name]]));

/** A fax of v2.1 and its faxes of v3, in which the fields that correspond come first and in the same order. */
export function inOneOrder(former: Mapping, later: readonly Mapping[]): readonly [Mapping, readonly Mapping[]] {
  const pairs = fieldPairs(former, later[0] ?? {});
  return [
    withFirst(
      pairs.map(([name]) => name),
      former,
    ),
    later.map((fax) =>
      withFirst(
        pairs.map(([, to]) => to),
        fax,
      ),
    ),
  ];
}
