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
import { StoreSnapshot } from '../store/snapshot.ts';
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
  /** Those that are on, the first before the others; what they have counted is not kept. */
  readonly scenarios: readonly SavedScenario[];
  readonly contents: Contents;
  /** In base64, by name: the SHA-256 of what is in it. */
  readonly blobs: Readonly<Record<string, string>>;
}

/** A document that was read: what a world is to be, and the files that its records need. */
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

/**
 * Checks the whole of a document before anything is made of it, and finds its scenarios. Throws the Refusal `invalid` that
 * names what is wrong, be it a scenario that cannot be had any more.
 */
export async function readDocument(value: object, findScenario: FindScenario): Promise<ImportedWorld> {
  const {
    format: named,
    version: written,
    seed,
    pace,
    clock,
    scenarios,
    contents,
    blobs,
  } = isPlainObject(value) ? value : {};
  if (named !== format) throw wrong(`format is not "${format}": it is no export of a world`);
  if (!versionsRead.includes(written)) {
    throw wrong(`version is ${JSON.stringify(written)}, but this faxsim reads ${versionsRead.join(' and ')}`);
  }
  if (typeof seed !== 'number' || !Number.isSafeInteger(seed)) throw wrong('seed is not an integer');
  const paceName = paceNames.find((known) => known === pace);
  if (paceName === undefined) throw wrong(`pace is not one of ${paceNames.join(', ')}`);
  const read = readContents(contents);
  const files = readBlobs(blobs);
  for (const [index, fax] of read.faxes.entries()) {
    const missing = blobsOf(fax).find((name) => !files.has(name));
    if (missing !== undefined) throw wrong(`contents.faxes[${index}] needs the file ${missing}, which is not in blobs`);
  }
  const own = { seed, pace: paceName, ...readClock(clock) };
  const on = written === 1 ? [] : await readScenarios(scenarios, findScenario);
  return { snapshot: { ...own, store: StoreSnapshot.of(read), scenarios: on }, blobs: files };
}

async function readScenarios(scenarios: unknown, find: FindScenario): Promise<SwitchedOn[]> {
  if (!Array.isArray(scenarios)) throw wrong('scenarios is not a list');
  const read = await Promise.all(
    scenarios.map((one: unknown, index) => readScenario(one, { place: `scenarios[${index}]`, find })),
  );
  const names = read.map(({ scenario }) => scenario.name);
  const again = names.findIndex((name, index) => names.indexOf(name) < index);
  if (again >= 0) throw wrong(`scenarios[${again}], ${names[again]}: it is in the list before`);
  return read;
}

async function readScenario(one: unknown, { place, find }: { place: string; find: FindScenario }): Promise<SwitchedOn> {
  if (!v.is(savedScenario, one))
    throw wrong(`${place} must have name and by (one of ${switchedOnBy.join(', ')}), and may have source`);
  const unknown = Object.keys(one).find((key) => !Object.hasOwn(savedFields, key));
  if (unknown !== undefined) {
    throw wrong(`${place}.${unknown.slice(0, 80)} is not known; there are ${Object.keys(savedFields).join(', ')}`);
  }
  return restore(one, find).catch((error: unknown) => {
    throw error instanceof ScenarioError ? wrong(`${place}, ${one.name}: ${error.faults.join('; ')}`) : error;
  });
}

const savedFields = { name: v.string(), by: v.picklist(switchedOnBy), source: v.optional(v.string()) };
const savedScenario = v.object(savedFields) satisfies v.GenericSchema<SavedScenario>;

const fastestPace = 100_000;

function readClock(clock: unknown): Pick<WorldSnapshot, 'time' | 'clockPace'> {
  const { now, pace } = isPlainObject(clock) ? clock : {};
  if (typeof now !== 'number' || !isInCalendar(now)) throw wrong('clock.now is not a time in ms from 1900 to 9000');
  if (typeof pace !== 'number' || !(pace >= 0 && pace <= fastestPace)) throw wrong('clock.pace is not a pace');
  return { time: now, clockPace: pace };
}

function readBlobs(blobs: unknown): Map<string, Uint8Array> {
  if (typeof blobs !== 'object' || blobs === null || Array.isArray(blobs)) throw wrong('blobs is not an object');
  return new Map(
    Object.entries(blobs).map(([name, text]: [string, unknown]) => {
      const bytes = Buffer.from(typeof text === 'string' ? text : '', 'base64');
      const isIt = createHash('sha256').update(bytes).digest('hex') === name;
      if (!isIt) throw wrong(`blobs.${name.slice(0, 80)} is not, in base64, the file of that name`);
      return [name, bytes];
    }),
  );
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
