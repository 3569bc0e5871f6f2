import * as v from 'valibot';
import type { FileFault, Path } from '../user-files/located.ts';
import { describeParam } from '../wire/fields.ts';
import { fixtureSchema } from './schema.ts';
import type { Fixture } from './schema.ts';
import type { Mapping } from '../shared/objects.ts';

/** A fixture without its faulty entries, so that the others can be looked at further. */
export interface CheckedFixture {
  readonly fixture: Fixture;
  /** All faults that are known. */
  readonly faults: readonly FileFault[];
  /** The path in the file, of a path in `fixture`: the entries after a faulty one have another index there. */
  readonly pathInFile: (path: Path) => Path;
}

/** Checks a fixture against its schema. `known` are the faults that were found before. */
export function checkFixture(value: Mapping, known: readonly FileFault[]): CheckedFixture {
  const found = schemaFaults(value).filter(({ path }) => !known.some((fault) => isWithin(path, fault.path)));
  const faults = [...known, ...found];
  const { sound, indexes } = withoutFaulty(value, faults);
  return {
    fixture: v.parse(fixtureSchema, sound),
    faults,
    pathInFile: ([key, index, ...rest]) => [
      key,
      ...(index === undefined ? [] : [indexes.get(String(key))?.[Number(index)] ?? index]),
      ...rest,
    ],
  };
}

function schemaFaults(value: Mapping): FileFault[] {
  const { issues = [] } = v.safeParse(fixtureSchema, value);
  return issues.map(({ path = [], message }) => ({ path: path.map(({ key }) => key), message }));
}

/** Whether a path is that of a part, or leads further into it. */
const isWithin = (path: Path, part: Path): boolean => part.every((key, index) => path[index] === key);

/** The value without the entries and members that have faults, and the indexes that the entries of each list had. */
function withoutFaulty(value: Mapping, faults: readonly FileFault[]) {
  const indexes = new Map<string, readonly number[]>();
  const isFaulty = (part: Path): boolean => faults.some(({ path }) => isWithin(path, part));
  const members = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (!Array.isArray(member) || faults.some(({ path }) => path.length === 1 && path[0] === key)) {
      return isFaulty([key]) ? [] : [[key, member]];
    }
    const entries: readonly unknown[] = member;
    const kept = [...entries.keys()].filter((index) => !isFaulty([key, index]));
    indexes.set(key, kept);
    return [[key, kept.map((index) => entries[index])]];
  });
  return { sound: Object.fromEntries(members), indexes };
}

const keys = Object.keys(fixtureSchema.entries);

/** The message about a file that is no mapping, with the form of a fixture. */
export const expectedWhole = (value: unknown): string =>
  `the fixture must be a mapping of ${keys.slice(0, -1).join(', ')} or ${keys.at(-1) ?? ''}, got ${
    value === null ? 'nothing' : describeParam(value)
  }; {} is an account without faxes`;
