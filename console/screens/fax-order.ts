import { faxFieldRows } from '../../src/lab/migrate/fields.ts';
import type { Mapping } from '../../src/model/shared/objects.ts';

interface FieldPair {
  readonly name: string;
  /** The field of v3. */
  readonly to: string;
}

const linesIn = (value: unknown): number => JSON.stringify(value, undefined, 2).split('\n').length;

/** The fields of v2.1 and v3 that correspond, each once. Those with as many lines come first, so that both stay level. */
function fieldPairs(former: Mapping, later: Mapping): readonly FieldPair[] {
  const pairs = new Map<string, FieldPair>();
  for (const name of Object.keys(former)) {
    const [to = ''] = faxFieldRows[name]?.to?.split('.') ?? [];
    if (later[to] !== undefined && !pairs.has(to)) pairs.set(to, { name, to });
  }
  const differs = ({ name, to }: FieldPair): number => Number(linesIn(former[name]) !== linesIn(later[to]));
  return [...pairs.values()].toSorted((one, other) => differs(one) - differs(other));
}

const withFirst = (names: readonly string[], fax: Mapping): Mapping => ({
  ...Object.fromEntries(names.filter((name) => name in fax).map((name) => [name, fax[name]])),
  ...fax,
});

/** A fax of v2.1 and its faxes of v3, in which the fields that correspond come first and in the same order. */
export function inOneOrder(former: Mapping, later: readonly Mapping[]): readonly [Mapping, readonly Mapping[]] {
  const pairs = fieldPairs(former, later[0] ?? {});
  const names = pairs.map(({ name }) => name);
  const laterNames = pairs.map(({ to }) => to);
  return [withFirst(names, former), later.map((fax) => withFirst(laterNames, fax))];
}
