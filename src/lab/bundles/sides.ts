import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { CliError } from '../../model/shared/errors.ts';
import { loadJson } from '../../model/shared/json-file.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import { collectionNames, collectionTable } from '../../store/memory/collections.ts';
import type { CollectionName } from '../../store/memory/collections.ts';
import { isReadable, readableVersions } from '../../store/memory/format-version.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';
import { readBundle } from './bundle-file.ts';
import type { Setup } from './setup.ts';

/** The parts of a bundle that a comparison reads. The state of a world is a session without steps. */
export interface Session extends Pick<Bundle, 'steps' | 'records' | 'answer_fields' | 'left_out'> {
  readonly world: Pick<Bundle['world'], 'seed'>;
  readonly start: Pick<Bundle['start'], 'speed'>;
  readonly end: Pick<Bundle['end'], 'speed'>;
}

/** One side of a comparison: a bundle has a session, an export has a state, and a running world has both. */
export interface Side {
  readonly bundle?: Bundle;
  readonly state?: State;
}

/** The records and the setup of a world at one time. */
export interface State extends Session {
  readonly setup: Setup;
}

const exportForm = v.object({
  format: v.literal('faxsim world'),
  version: v.custom<number>((version) => isReadable('export', version)),
  seed: v.number(),
  pace: v.optional(v.string()),
  clock: v.object({ now: v.number(), speed: v.number() }),
  scenarios: v.array(v.object({ name: v.string(), source: v.optional(v.string()) })),
  contents: v.record(v.string(), v.unknown()),
});

/** Reads a bundle or an export, whichever the file has. Throws a CliError that names the fault. */
export async function loadSide(path: string): Promise<Side> {
  const value = await loadJson(path, 'a bundle or an export');
  return isExport(value) ? { state: readState(value, path) } : { bundle: readBundle(value, path) };
}

const isExport = (value: unknown): boolean => isPlainObject(value) && value['format'] === 'faxsim world';

/** The state of a world in an export. `name` is the export's name in messages. */
export function readState(exported: unknown, name: string): State {
  const { success, output } = v.safeParse(exportForm, exported);
  if (!success) {
    throw new CliError(`${name} must be a whole export of a world, of ${readableVersions('export')}`);
  }
  const { seed, clock, contents, ...others } = output;
  const records = Object.fromEntries(collectionNames.map((collection) => [collection, byKey(collection, contents)]));
  const setup = { seed, clock, ...others };
  return { steps: [], records, left_out: [], world: { seed }, start: clock, end: clock, setup };
}

/** The records of a collection by their keys. */
function byKey(collection: CollectionName, contents: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const row = collectionTable[collection] as { readonly keyOf: (record: object) => number | string };
  const records = [contents[collection]].flat().filter(isPlainObject);
  return Object.fromEntries(records.map((record) => [row.keyOf(record), record]));
}

/**
 * The comparable parts of two sides: their sessions if these began alike, else the states of all records. Throws a CliError if one
 * has only a session and the other only a state.
 */
export function comparedParts(one: Side, other: Side): readonly [Session, Session] {
  const haveStates = one.state !== undefined && other.state !== undefined;
  if (one.bundle && other.bundle && (!haveStates || beganAlike(one.bundle, other.bundle))) {
    return [withChangesOf(one.bundle, other.bundle, one.state), withChangesOf(other.bundle, one.bundle, other.state)];
  }
  if (!haveStates) {
    throw new CliError('a bundle has what changed in a session, and an export has all records: give two of one kind');
  }
  const skipped = one.bundle || other.bundle ? [withoutSessions] : [];
  return [
    withChangesOf({ ...one.state, left_out: skipped }, other.state, one.state),
    withChangesOf(other.state, one.state, other.state),
  ];
}

const withoutSessions = 'the responses and the attempts of webhooks: the two worlds did not begin alike';

/** Whether two sessions began with the same records. Those of a fixture may have other times. */
function beganAlike(one: Bundle, other: Bundle): boolean {
  const [first, second] = [one, other].map(({ world: { seed }, start: { fixture, world } }) => ({
    seed,
    fixture: fixture && { ...fixture, data_time: null },
    contents: world?.['contents'],
  }));
  return isDeepStrictEqual(first, second);
}

/** The session with the records that changed only in the other one, as its world has them; null if it has none. */
function withChangesOf(session: Session, { records: changed }: Session, state: Session | undefined): Session {
  if (state === undefined) return session;
  const records = Object.entries(changed).map(([collection, keys]) => {
    const unchanged = Object.keys(keys).map((key) => [key, state.records[collection]?.[key] ?? null] as const);
    return [collection, { ...Object.fromEntries(unchanged), ...session.records[collection] }] as const;
  });
  return { ...session, records: { ...session.records, ...Object.fromEntries(records) } };
}
