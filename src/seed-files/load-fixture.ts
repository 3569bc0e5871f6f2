import type { Documents } from '../documents/documents.ts';
import type { PaceName } from '../domain/pace.ts';
import { Refusal } from '../domain/refusal.ts';
import { convertUpload } from '../operations/uploads.ts';
import { blobName } from '../store/blobs.ts';
import type { StoreSnapshot } from '../store/snapshot.ts';
import { FaultyFile } from '../user-files/faulty-file.ts';
import { isPlainObject } from '../shared/objects.ts';
import { readLocated } from '../user-files/located.ts';
import type { FileFault, ReadFile } from '../user-files/located.ts';
import { checkFixture, expectedWhole } from './check-fixture.ts';
import type { FaxDocument, FaxEntry } from './faxes.ts';
import { makeRecords } from './make-world.ts';
import { withOwnFiles } from './own-files.ts';
import type { Fixture } from './schema.ts';
import { absoluteTimes } from './times.ts';

/** The text of a fixture. */
export interface FixtureSource {
  readonly text: string;
  /** Its path; undefined: it was sent, and has no files beside it. */
  readonly file: string | undefined;
}

export interface FixtureFileOptions {
  readonly seed: number;
  /** The moment that the data leads up to, in ms. */
  readonly now: number;
  /** Replaces that of the fixture's account. */
  readonly fileStorage: boolean | undefined;
  readonly pace: PaceName;
  readonly documents: Documents;
}

export interface LoadedFixture {
  readonly records: StoreSnapshot;
  /** The documents of its faxes, by name. */
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

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

/** A refusal names the field first. Where the entry has that field, the fault is the field's. */
function atItsField(fixture: Readonly<Record<string, unknown>>, fault: FileFault): FileFault {
  const [, field = '', message = ''] = /^(\w+) (must .*)$/s.exec(fault.message) ?? [];
  const [list, index] = fault.path;
  const entries = fixture[String(list)];
  const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
  const isField = fault.path.length === 2 && isPlainObject(entry) && Object.hasOwn(entry, field);
  return isField ? { path: [...fault.path, field], message } : fault;
}

/** Faults beyond this number are counted. */
const mostShown = 100;

function linesOf({ at, offsetOf }: ReadFile, faults: readonly FileFault[]): string[] {
  const inOrder = faults.toSorted((one, other) => offsetOf(one.path) - offsetOf(other.path));
  const lines = inOrder.slice(0, mostShown).map(({ path, message }) => `${at(path).line}: ${nameOf(path)}${message}`);
  return faults.length > mostShown ? [...lines, `and ${faults.length - mostShown} more faults`] : lines;
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
      const document = await documentOf(entry, documents);
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

async function documentOf(
  { file, document }: FaxEntry,
  documents: Documents,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number | undefined } | undefined> {
  if (document !== undefined) return { pdf: document, pages: undefined };
  return file && convertUpload({ documents }, file, 'cannot be converted to a fax');
}
