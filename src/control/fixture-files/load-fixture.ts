import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Documents } from '../../documents/documents.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { assertEnds } from '../../model/shared/given-file.ts';
import { FaultyFile, fileReasonOf } from '../../model/shared/errors.ts';
import { readLocated } from '../../model/shared/yaml-document.ts';
import type { FileFault, Path, ReadFile } from '../../model/shared/yaml-document.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { convertUpload } from '../../service/operations/conversions.ts';
import { blobName } from '../../store/memory/swept-blobs.ts';
import { describeParam, Upload } from '../../wire/fields.ts';
import type { FixtureFileOptions, FixtureReading, FixtureSource, LoadedFixture } from '../../worlds/making/recipes.ts';
import { makeRecords } from './make-world.ts';
import { absoluteTimes } from './relative-times.ts';
import type { FaxDocument } from './make-world.ts';
import { fixtureSchema } from './schema.ts';
import type { Fixture } from './schema.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';

/**
 * Reads a fixture file with the files beside it, once for all worlds that begin with it. Throws FaultyFile if it is not a mapping.
 */
export async function readFixture({ text, file }: FixtureSource, documents: Documents): Promise<FixtureReading> {
  const read = readLocated(file ?? 'fixture', text, { isText: () => true });
  const own = await withOwnFiles(read.value, file);
  if (!isPlainObject(own.value) || isOfAnotherKind(own.value))
    throw new FaultyFile(linesOf(read, [{ path: [], message: expectedWhole(own.value) }]));
  const reading = { read, value: own.value, faults: [...read.faults, ...own.faults] };
  const conversions = conversionsOf(documents);
  return { startAt: (options) => recordsOf(reading, conversions, options) };
}

interface Reading {
  readonly read: ReadFile;
  readonly value: Mapping;
  readonly faults: readonly FileFault[];
}

/** The records of a fixture. Throws FaultyFile with all faults, in the order of the file. */
async function recordsOf(
  { read, value: written, faults }: Reading,
  convert: Convert,
  options: FixtureFileOptions,
): Promise<LoadedFixture> {
  const value = absoluteTimes(written, options.now);
  const checked = checkFixture(value, faults);
  const blobs = new Map<string, Uint8Array>();
  const documents = await documentsOf(checked, convert, blobs);
  const { records, ...found } = makeRecords(checked.fixture, { ...options, documents: documents.byIndex });
  // A missing id may belong to an entry with a fault.
  const missing = checked.faults.length + found.faults.length > 0 ? [] : found.missing;
  const later = [...documents.faults, ...found.faults, ...missing].map(({ path, message }) =>
    atItsField(value, { path: checked.pathInFile(path), message }),
  );
  const all = [...checked.faults, ...later];
  if (all.length > 0) throw new FaultyFile(linesOf(read, all));
  return { records, blobs };
}

/** Converts the file of the entry with that index in the list of faxes. */
type Convert = (index: number, file: Upload) => Promise<{ readonly pdf: Uint8Array; readonly pages: number }>;

/** Converts each file of a fixture once, because conversion takes long, and all worlds with the fixture share the result. */
function conversionsOf(documents: Documents): Convert {
  const made = new Map<number, ReturnType<Convert>>();
  return (index, file) => {
    const conversion = made.get(index) ?? convertUpload({ documents }, file, 'cannot be converted to a fax');
    made.set(index, conversion);
    conversion.catch(() => made.delete(index)); // may be broken off
    return conversion;
  };
}

/** Moves a fault to the field that the refusal names, if the entry has the field. */
function atItsField(fixture: Readonly<Record<string, unknown>>, fault: FileFault): FileFault {
  const [, field = '', message = ''] = /^(\w+) (must .*)$/s.exec(fault.message) ?? [];
  const [list, index] = fault.path;
  const entries = fixture[asText(list)];
  const entry: unknown = Array.isArray(entries) ? entries[asNumber(index)] : undefined;
  const isField = fault.path.length === 2 && isPlainObject(entry) && Object.hasOwn(entry, field);
  return isField ? { path: [...fault.path, field], message } : fault;
}

/** The maximum number of shown faults; the others are counted. */
const shownMax = 100;

function linesOf({ at, offsetOf }: ReadFile, faults: readonly FileFault[]): string[] {
  const inOrder = faults.toSorted((one, other) => offsetOf(one.path) - offsetOf(other.path));
  const lines = inOrder.slice(0, shownMax).map(({ path, message }) => `${at(path).line}: ${nameOf(path)}${message}`);
  return faults.length > shownMax ? [...lines, `and ${faults.length - shownMax} more faults`] : lines;
}

/** `faxes[2].to `. */
const nameOf = (path: readonly unknown[]): string =>
  path.length === 0
    ? ''
    : `${path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${asText(key)}`)).join('')} `;

async function documentsOf({ fixture, pathInFile }: CheckedFixture, convert: Convert, blobs: Map<string, Uint8Array>) {
  const byIndex = new Map<number, FaxDocument>();
  const faults: FileFault[] = [];
  for (const [index, entry] of (fixture.faxes ?? []).entries()) {
    const [, indexInFile] = pathInFile(['faxes', index]);
    try {
      const document =
        entry.document === undefined
          ? entry.file && (await convert(asNumber(indexInFile), entry.file))
          : { pdf: entry.document, pages: undefined };
      if (document === undefined) continue;
      const blob = blobName(document.pdf);
      blobs.set(blob, document.pdf);
      byIndex.set(index, { blob, pages: document.pages });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      faults.push({ path: ['faxes', index, 'file'], message: `must be a file for a fax: ${error.message}` });
    }
  }
  return { byIndex, faults };
}

/** A fixture without its faulty entries, so that the others can be checked further. */
interface CheckedFixture {
  readonly fixture: Fixture;
  /** All faults so far. */
  readonly faults: readonly FileFault[];
  /** Converts a path in `fixture` into one in the file, where entries after a faulty one have another index. */
  readonly pathInFile: (path: Path) => Path;
}

/** Checks a fixture against its schema. `known` are the faults found before. */
function checkFixture(value: Mapping, known: readonly FileFault[]): CheckedFixture {
  const found = schemaFaults(value).filter(({ path }) => !known.some((fault) => isWithin(path, fault.path)));
  const faults = [...known, ...found];
  const { sound, indexes } = withoutFaulty(value, faults);
  return {
    fixture: v.parse(fixtureSchema, sound),
    faults,
    pathInFile: ([key, index, ...rest]) => [
      key,
      ...(index === undefined ? [] : [indexes.get(asText(key))?.[asNumber(index)] ?? index]),
      ...rest,
    ],
  };
}

/** A strict schema reports one unknown key of a mapping, so the value is read again without it. */
function schemaFaults(value: Mapping): FileFault[] {
  const { issues = [] } = v.safeParse(fixtureSchema, value);
  const faults = issues.map(({ path = [], message }) => ({ path: path.map(({ key }) => key), message }));
  const unknown = faults.filter(
    ({ path }) => path.length === 1 && !Object.hasOwn(fixtureSchema.entries, asText(path[0])),
  );
  if (unknown.length === 0) return faults;
  const names = new Set(unknown.map(({ path }) => path[0]));
  const known = Object.entries(value).filter(([key]) => !names.has(key));
  return [...unknown, ...schemaFaults(Object.fromEntries(known))];
}

/** Whether a path is that of a part, or within it. */
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

/**
 * Whether a mapping is another kind of file, such as an export or a scenario: it has several keys, but none of a fixture. A single
 * key is probably a typing mistake.
 */
function isOfAnotherKind(value: Mapping): boolean {
  const names = Object.keys(value);
  return names.length > 1 && !names.some((name) => keys.includes(name));
}

/** The message about a file that is not a fixture. It shows the form of a fixture. */
const expectedWhole = (value: unknown): string =>
  isPlainObject(value) && value['format'] === 'faxsim world'
    ? 'this is an export of a world, not a fixture: start faxsim without it, then run faxsim exchange import FILE'
    : `the fixture must be a mapping of ${keys.slice(0, -1).join(', ')} or ${keys.at(-1) ?? ''}, got ${wordsOf(value)}; {} is an account without faxes`;

function wordsOf(value: unknown): string {
  if (value === null) return 'nothing';
  return isPlainObject(value) ? `a mapping of ${Object.keys(value).slice(0, 5).join(', ')}` : describeParam(value);
}

/** A path beside the fixture or in a folder below, so that a mounted fixture cannot read other files of the machine. */
const ownPath = /^(?:\.\/)?(?:[\w-][\w .-]*\/)*[\w-][\w .-]*$/;

/** The lists whose entries name files. */
const listsWithFiles = ['faxes', 'cover_pages'] as const satisfies readonly (keyof Fixture)[];

/** The fixture with the files that its entries name, and faults for unreadable ones. */
async function withOwnFiles(
  value: unknown,
  file: string | undefined,
): Promise<{ readonly value: unknown; readonly faults: readonly FileFault[] }> {
  if (!isPlainObject(value)) return { value, faults: [] };
  const faults: FileFault[] = [];
  const withFile = async (entry: unknown, path: Path): Promise<unknown> => {
    if (!isPlainObject(entry) || typeof entry['file'] !== 'string') return entry;
    const upload = await readOwn(entry['file'], file);
    if (upload instanceof Upload) return { ...entry, file: upload };
    faults.push({ path: [...path, 'file'], message: upload });
    return { ...entry, file: undefined };
  };
  const lists = listsWithFiles.flatMap((name) => {
    const entries = value[name];
    return isList(entries) ? [{ name, entries }] : [];
  });
  const read = await Promise.all(
    lists.map(async ({ name, entries }) => [
      name,
      await Promise.all(entries.map((entry, index) => withFile(entry, [name, index]))),
    ]),
  );
  return { value: { ...value, ...Object.fromEntries(read) }, faults };
}

/** Returns the file, or the text of the fault. */
async function readOwn(path: string, file: string | undefined): Promise<Upload | string> {
  if (file === undefined)
    return 'must be {filename, base64}: a fixture that is sent as text has no files beside it; start faxsim with its path';
  if (!ownPath.test(path)) return `must be a file beside the fixture or below, such as ./referral.pdf, got "${path}"`;
  try {
    const own = join(dirname(file), path);
    assertEnds(own);
    return new Upload(basename(path), undefined, await readFile(own));
  } catch (error) {
    return `must be a file that can be read: ${path}: ${fileReasonOf(error)}`;
  }
}
