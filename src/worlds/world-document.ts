import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { blobsOf } from '../domain/fax.ts';
import { paceNames } from '../domain/pace.ts';
import type { PaceName } from '../domain/pace.ts';
import { Refusal } from '../domain/refusal.ts';
import { isInCalendar } from '../domain/calendar.ts';
import type { Blobs } from '../store/blobs.ts';
import { restore, serialize } from '../scenarios/saved-scenario.ts';
import type { FindScenario, SavedScenario } from '../scenarios/saved-scenario.ts';
import { ScenarioError } from '../scenarios/errors.ts';
import { switchedOnBy } from '../scenarios/active-scenario.ts';
import type { SwitchedOn } from '../scenarios/active-scenario.ts';
import type { Contents } from '../store/contents.ts';
import { readContents } from '../persistence/read-contents.ts';
import { faultText } from '../store/faults.ts';
import { StoreSnapshot } from '../store/snapshot.ts';
import { fields, integer, listOf, numberWithin, oneOf, text } from '../store/value-schemas.ts';
import type { WorldSnapshot } from './snapshot.ts';
import { isPlainObject } from '../shared/objects.ts';

const format = 'faxsim world';
const version = 2;
/** The first knew no scenarios. */
const versionsRead: readonly unknown[] = [1, version];

/** All that a world is, as one JSON document. */
export interface WorldDocument {
  readonly format: typeof format;
  readonly version: typeof version;
  readonly seed: number;
  readonly pace: PaceName;
  /** `now` in ms since the epoch. */
  readonly clock: { readonly now: number; readonly pace: number };
  /** The active scenarios, in order of precedence, without their counts. */
  readonly scenarios: readonly SavedScenario[];
  readonly contents: Contents;
  /** In base64, by name: the SHA-256 of the content. */
  readonly blobs: Readonly<Record<string, string>>;
}

/** A document after reading: the parts of a world, and the files that its records need. */
export interface ImportedWorld {
  readonly snapshot: WorldSnapshot & { readonly seed: number; readonly pace: PaceName };
  readonly blobs: ReadonlyMap<string, Uint8Array>;
}

export async function writeDocument(
  snapshot: WorldSnapshot,
  { seed, pace, now, blobs }: { seed: number; pace: PaceName; now: number; blobs: Pick<Blobs, 'get'> },
): Promise<WorldDocument> {
  const contents = snapshot.store.contents();
  const files: Record<string, string> = {};
  for (const name of new Set(contents.faxes.flatMap(blobsOf))) {
    const bytes = await blobs.get(name);
    if (bytes !== undefined) files[name] = Buffer.from(bytes).toString('base64');
  }
  const clock = { now, pace: snapshot.clockPace };
  return { format, version, seed, pace, clock, scenarios: snapshot.scenarios.map(serialize), contents, blobs: files };
}

const documentSchema = fields({
  seed: integer,
  pace: oneOf(paceNames),
  clock: fields({
    now: v.custom<number>(
      (value) => typeof value === 'number' && isInCalendar(value),
      'a time in ms in the years 1900 to 9000',
    ),
    pace: numberWithin(0, 100_000),
  }),
  scenarios: listOf(
    v.strictObject(
      { name: text, by: oneOf(switchedOnBy), source: v.optional(text) },
      'a mapping of name, by and perhaps source',
    ) satisfies v.GenericSchema<SavedScenario>,
  ),
});

/**
 * Checks the whole of a document before any use, and finds its scenarios. Throws the Refusal `invalid` that names the
 * fault, such as a scenario that no longer exists.
 */
export async function readDocument(value: object, findScenario: FindScenario): Promise<ImportedWorld> {
  const document: Readonly<Record<string, unknown>> = { ...value };
  if (document['format'] !== format) throw wrong(`format is not "${format}": it is no export of a world`);
  const version = document['version'];
  if (!versionsRead.includes(version)) {
    throw wrong(`version is ${JSON.stringify(version)}, but this faxsim reads ${versionsRead.join(' and ')}`);
  }
  const head: unknown = version === 1 ? { ...document, scenarios: [] } : document;
  if (!v.is(documentSchema, head)) throw wrong(faultText('', documentSchema, head));
  const read = readContents(document['contents']);
  const files = readBlobs(document['blobs']);
  for (const [index, fax] of read.faxes.entries()) {
    const missing = blobsOf(fax).find((name) => !files.has(name));
    if (missing !== undefined) throw wrong(`contents.faxes[${index}] needs the file ${missing}, which is not in blobs`);
  }
  const { seed, pace, clock } = head;
  const scenarios = await readScenarios(head.scenarios, findScenario);
  const store = StoreSnapshot.of(read);
  return { snapshot: { seed, pace, time: clock.now, clockPace: clock.pace, store, scenarios }, blobs: files };
}

async function readScenarios(saved: readonly SavedScenario[], find: FindScenario): Promise<SwitchedOn[]> {
  const read = await Promise.all(
    saved.map((one, index) =>
      restore(one, find).catch((error: unknown) => {
        if (!(error instanceof ScenarioError)) throw error;
        throw wrong(`scenarios[${index}], ${one.name}: ${error.faults.join('; ')}`);
      }),
    ),
  );
  const names = read.map(({ scenario }) => scenario.name);
  const again = names.findIndex((name, index) => names.indexOf(name) < index);
  if (again >= 0) throw wrong(`scenarios[${again}], ${names[again]}: it is in the list before`);
  return read;
}

function readBlobs(blobs: unknown): Map<string, Uint8Array> {
  if (!isPlainObject(blobs)) throw wrong('blobs must be a mapping of texts');
  return new Map(
    Object.entries(blobs).map(([name, file]) => {
      const bytes = Buffer.from(typeof file === 'string' ? file : '', 'base64');
      const isIt = createHash('sha256').update(bytes).digest('hex') === name;
      if (!isIt) throw wrong(`blobs.${name.slice(0, 80)} is not, in base64, the file of that name`);
      return [name, bytes];
    }),
  );
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
