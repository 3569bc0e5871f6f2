import * as v from 'valibot';
import { blobsOf } from '../../model/domain/fax.ts';
import type { LongWork } from '../../model/domain/long-work.ts';
import { paceNames } from '../../model/domain/pace.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { isInCalendar } from '../../model/domain/time.ts';
import { blobName } from '../../store/memory/swept-blobs.ts';
import type { Blobs } from '../../store/memory/swept-blobs.ts';
import type { FindScenario } from '../../scenarios/library.ts';
import { restore, serialize } from '../../scenarios/saved-scenario.ts';
import type { SavedScenario } from '../../scenarios/saved-scenario.ts';
import { ScenarioError } from '../../scenarios/errors.ts';
import { switchedOnBy } from '../../scenarios/active-scenario.ts';
import { assertActiveTogether } from '../../scenarios/active-scenario.ts';
import type { SwitchedOn } from '../../scenarios/active-scenario.ts';
import type { TrafficPlan } from '../../service/operations/traffic.ts';
import { countRecords, readContents } from '../../store/memory/read-contents.ts';
import { faultText } from '../../store/memory/faults.ts';
import { formatVersion, isReadable, readableVersions } from '../../store/memory/format-version.ts';
import { StoreSnapshot } from '../../store/memory/snapshot.ts';
import { fields, integer, listOf, numberWithin, oneOf, text, time } from '../../store/memory/value-schemas.ts';
import type { WorldState } from './state.ts';
import { isPlainObject, omitUndefined } from '../../model/shared/objects.ts';

const format = 'faxsim world';

/** A whole world as one JSON document. */
export type WorldDocument = Awaited<ReturnType<typeof writeDocument>>;

export async function writeDocument(
  { store, time: now, speed, scenarios, seed, pace, traffic }: WorldState & { readonly time: number },
  blobs: Pick<Blobs, 'get'>,
) {
  const contents = store.contents();
  /** Files in base64, by name: the SHA-256 of the content. */
  const files: Record<string, string> = {};
  for (const name of new Set(contents.faxes.flatMap(blobsOf))) {
    const bytes = await blobs.get(name);
    if (bytes !== undefined) files[name] = Buffer.from(bytes).toString('base64');
  }
  const clock = { now, speed };
  const head = { format, version: formatVersion, seed, pace, clock, ...omitUndefined({ traffic }) } as const;
  return { ...head, scenarios: scenarios.map(serialize), contents, blobs: files };
}

const documentSchema = fields({
  seed: integer,
  pace: oneOf(paceNames),
  /** `now` in ms since the epoch. */
  clock: fields({
    now: v.custom<number>(
      (value) => typeof value === 'number' && isInCalendar(value),
      'a time in ms in the years 1900 to 9000',
    ),
    speed: numberWithin(0, 100_000),
  }),
  /** The next fax of the traffic; if missing, it follows from the time. */
  traffic: v.optional(fields({ rate: text, at: time }) satisfies v.GenericSchema<TrafficPlan>),
  /** The active scenarios, in order of precedence, without their counts. */
  scenarios: listOf(
    v.strictObject(
      { name: text, by: oneOf(switchedOnBy), source: v.optional(text), written: v.optional(text) },
      'a mapping of name, by and perhaps source and written',
    ) satisfies v.GenericSchema<SavedScenario>,
  ),
});

/** The number of records read from a document so far. */
export interface ImportProgress {
  done: number;
  total: number;
}

/** The parts of a simulator that an import uses. */
export interface ImportTools {
  readonly findScenario: FindScenario;
  readonly work: LongWork;
}

/** Runs an import into a world, and lists it as long work. */
export function importing<T>(
  id: string,
  { work }: Pick<ImportTools, 'work'>,
  read: (progress: ImportProgress) => Promise<T>,
): Promise<T> {
  const progress = { done: 0, total: 0 };
  const reached = () => ({ done: progress.done, total: progress.total === 0 ? null : progress.total });
  return work.during({ kind: 'import', world: id, unit: 'records', reached }, () => read(progress));
}

/**
 * Checks a whole document before its use, and finds its scenarios. Throws the Refusal `invalid` with the fault, such as a scenario
 * that no longer exists.
 */
export async function readWorldDocument(
  value: object,
  { findScenario }: Pick<ImportTools, 'findScenario'>,
  progress: ImportProgress,
): Promise<WorldState> {
  const document: Readonly<Record<string, unknown>> = { ...value };
  if (document['format'] !== format) throw wrong(`format is not "${format}": it is no export of a world`);
  if (!isReadable('export', document['version'])) {
    const found = JSON.stringify(document['version']);
    throw wrong(`version is ${found}, but this faxsim reads ${readableVersions('export')}`);
  }
  const head: unknown = document;
  if (!v.is(documentSchema, head)) throw wrong(faultText('', documentSchema, head));
  progress.total = countRecords(document['contents']);
  const read = await readContents(document['contents'], (records) => {
    progress.done += records;
  });
  const blobs = readBlobs(document['blobs']);
  for (const [index, fax] of read.faxes.entries()) {
    const missing = blobsOf(fax).find((name) => !blobs.has(name));
    if (missing !== undefined) throw wrong(`contents.faxes[${index}] needs the file ${missing}, which is not in blobs`);
  }
  const { seed, pace, clock, traffic } = head;
  const scenarios = await readScenarios(head.scenarios, findScenario);
  const store = StoreSnapshot.of(read);
  return { seed, pace, time: clock.now, speed: clock.speed, store, scenarios, blobs, traffic };
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
  assertActiveTogether(read.map(({ scenario }) => scenario));
  return read;
}

function readBlobs(blobs: unknown): Map<string, Uint8Array> {
  if (!isPlainObject(blobs)) throw wrong('blobs must be a mapping of texts');
  return new Map(
    Object.entries(blobs).map(([name, file]) => {
      const bytes = Buffer.from(typeof file === 'string' ? file : '', 'base64');
      if (blobName(bytes) !== name) throw wrong(`blobs.${name.slice(0, 80)} is not, in base64, the file of that name`);
      return [name, bytes];
    }),
  );
}

const wrong = (what: string) => new Refusal('invalid', `The document cannot be imported: ${what}`);
