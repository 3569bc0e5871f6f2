import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Documents } from '../../documents/documents.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { FaultyFile, reasonOf } from '../../model/shared/errors.ts';
import { readLocated } from '../../model/shared/yaml-document.ts';
import type { FileFault, Path, ReadFile } from '../../model/shared/yaml-document.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { convertUpload } from '../../service/operations/conversions.ts';
import { blobName } from '../../store/memory/swept-blobs.ts';
import { describeParam, Upload } from '../../wire/fields.ts';
import type { FixtureFileOptions, FixtureSource, LoadedFixture } from '../../worlds/recipes.ts';
import { makeRecords } from './make-world.ts';
import { absoluteTimes } from './relative-times.ts';
import type { FaxDocument } from './make-world.ts';
import { fixtureSchema } from './schema.ts';
import type { Fixture } from './schema.ts';

/** Makes records from a fixture file. Throws FaultyFile with all faults, in the order of the file. */
export async function loadFixture({ text, file }: FixtureSource, options: FixtureFileOptions): Promise<LoadedFixture> {
  const now = Math.floor(options.now / 1000) * 1000;
  const read = readLocated(file ?? 'fixture', text, { isText: () => true });
  const { value, faults } = await withOwnFiles(absoluteTimes(read.value, now), file);
  if (!isPlainObject(value)) throw new FaultyFile(linesOf(read, [{ path: [], message: expectedWhole(value) }]));
  const checked = checkFixture(value, [...read.faults, ...faults]);
  const blobs = new Map<string, Uint8Array>();
  const documents = await documentsOf(checked.fixture, options.documents, blobs);
  const records = makeRecords(checked.fixture, { ...options, now, documents: documents.byIndex });
  const later = [...documents.faults, ...records.faults].map(({ path, message }) =>
    atItsField(value, { path: checked.pathInFile(path), message }),
  );
  const all = [...checked.faults, ...later];
  if (all.length > 0) throw new FaultyFile(linesOf(read, all));
  return { records: records.records, blobs };
}

/** A refusal names the field first. An entry with that field has the fault at the field. */
function atItsField(fixture: Readonly<Record<string, unknown>>, fault: FileFault): FileFault {
  const [, field = '', message = ''] = /^(\w+) (must .*)$/s.exec(fault.message) ?? [];
  const [list, index] = fault.path;
  const entries = fixture[String(list)];
  const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
  const isField = fault.path.length === 2 && isPlainObject(entry) && Object.hasOwn(entry, field);
  return isField ? { path: [...fault.path, field], message } : fault;
}

/** Faults beyond this number are counted. */
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
    : `${path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index > 0 ? '.' : ''}${String(key)}`)).join('')} `;

async function documentsOf({ faxes }: Fixture, documents: Documents, blobs: Map<string, Uint8Array>) {
  const byIndex = new Map<number, FaxDocument>();
  const faults: FileFault[] = [];
  for (const [index, entry] of (faxes ?? []).entries()) {
    try {
      const document =
        entry.document === undefined
          ? entry.file && (await convertUpload({ documents }, entry.file, 'cannot be converted to a fax'))
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

/** A fixture without its faulty entries, so that the others can be looked at further. */
interface CheckedFixture {
  readonly fixture: Fixture;
  /** All faults that are known. */
  readonly faults: readonly FileFault[];
  /** The path in the file, of a path in `fixture`: the entries after a faulty one have another index there. */
  readonly pathInFile: (path: Path) => Path;
}

/** Checks a fixture against its schema. `known` are the faults that were found before. */
function checkFixture(value: Mapping, known: readonly FileFault[]): CheckedFixture {
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
const expectedWhole = (value: unknown): string =>
  `the fixture must be a mapping of ${keys.slice(0, -1).join(', ')} or ${keys.at(-1) ?? ''}, got ${
    value === null ? 'nothing' : describeParam(value)
  }; {} is an account without faxes`;

/** Path beside the fixture or in a folder below: a fixture that is mounted reads nothing else of the machine. */
const ownPath = /^(?:\.\/)?(?:[\w-][\w .-]*\/)*[\w-][\w .-]*$/;

/** The fixture with the files that its faxes name, and the faults of those that cannot be had. */
async function withOwnFiles(
  value: unknown,
  file: string | undefined,
): Promise<{ readonly value: unknown; readonly faults: readonly FileFault[] }> {
  const faxes = isPlainObject(value) ? value['faxes'] : undefined;
  if (!isPlainObject(value) || !Array.isArray(faxes)) return { value, faults: [] };
  const faults: FileFault[] = [];
  const read = await Promise.all(
    faxes.map(async (fax: unknown, index) => {
      if (!isPlainObject(fax) || typeof fax['file'] !== 'string') return fax;
      const upload = await readOwn(fax['file'], file);
      if (upload instanceof Upload) return { ...fax, file: upload };
      faults.push({ path: ['faxes', index, 'file'], message: upload });
      return { ...fax, file: undefined };
    }),
  );
  return { value: { ...value, faxes: read }, faults };
}

/** The file, or its fault. */
async function readOwn(path: string, file: string | undefined): Promise<Upload | string> {
  if (file === undefined)
    return 'must be {filename, base64}: a fixture that is sent as text has no files beside it; start faxsim with its path';
  if (!ownPath.test(path)) return `must be a file beside the fixture or below, such as ./referral.pdf, got "${path}"`;
  try {
    return new Upload(basename(path), undefined, await readFile(join(dirname(file), path)));
  } catch (error) {
    return `must be a file that can be read: ${path}: ${reasonOf(error)}`;
  }
}
