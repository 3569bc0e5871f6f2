import { isDeepStrictEqual } from 'node:util';
import type { Credentials } from '../domain/credentials.ts';
import { beganAt } from '../history/step.ts';
import type { StepSettings } from '../history/step.ts';
import { serialize } from '../scenarios/saved-scenario.ts';
import { showValue } from '../settings/kinds.ts';
import { snakeCase } from '../settings/setting.ts';
import { accountSettingNames, fieldOf, settings } from '../settings/settings.ts';
import type { CollectionName } from '../store/contents.ts';
import { collectionOf } from '../store/snapshot.ts';
import type { Committed, Store } from '../store/store.ts';
import { recordsAt } from '../worlds/former-records.ts';
import type { WorldOrigin } from '../worlds/snapshot.ts';
import { writeDocument } from '../worlds/world-document.ts';
import type { World } from '../worlds/world.ts';
import { bundleFormat, bundleVersion } from './bundle.ts';
import type { Bundle, BundleStep } from './bundle.ts';
import { timeText } from './bundled-steps.ts';
import { BundledFiles } from './files.ts';
import { BundledSecrets } from './secrets.ts';
import { stepsOf } from './session.ts';

interface BundledWorld {
  readonly id: string;
  readonly credentials: Credentials;
  readonly world: World;
}

interface BundleOptions {
  /** That of faxsim. */
  readonly version: string;
  /** Those of the simulator. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The files of a bundle may have so many bytes together. */
const mostFileBytes = 32 * 2 ** 20;

/** Writes down how a world began and all that its history has, so that it can be seen again elsewhere. */
export async function writeBundle(
  { id, credentials, world }: BundledWorld,
  { version, settings: shownSettings }: BundleOptions,
): Promise<Bundle> {
  await world.store.settled();
  const { seed, paceName: pace, clock } = world;
  const files = new BundledFiles(mostFileBytes);
  const secrets = new BundledSecrets(credentials);
  const steps = stepsOf(world, { files, secrets });
  const records = changedRecords(world);
  const end = { time: timeText(clock.now()), speed: clock.pace };
  const start = await startOf(world);
  secrets.collect(start);
  secrets.collect(records);
  const { files: contents, ...bundle }: Bundle = {
    format: bundleFormat,
    version: bundleVersion,
    faxsim: version,
    strict_auth: shownSettings['strict_auth'] === true,
    world: { id, seed, pace },
    start,
    end,
    steps,
    records,
    files: { ...files.contents },
    left_out: leftOut(world, steps, files),
  };
  return { ...secrets.replaceIn(bundle), files: contents };
}

/** The world before the first step that the history has. */
async function startOf(world: World): Promise<Bundle['start']> {
  const { history, start, blobs, seed, paceName: pace } = world;
  const [first] = history.steps;
  if (history.isWhole && start.origin !== undefined) {
    const { time, clockPace: speed, scenarios } = start;
    return {
      time: timeText(time),
      speed,
      fixture: fixtureOf(start.origin),
      world: null,
      scenarios: scenarios.map(serialize),
    };
  }
  const {
    at: time,
    pace: speed,
    scenarios,
  } = first === undefined || history.isWhole ? atStart(world) : { at: beganAt(first), ...first.settings };
  const snapshot = { store: recordsAt(world, history.firstMark), time, clockPace: speed, scenarios: [], seed, pace };
  const document = await writeDocument(snapshot, { seed, pace, now: time, blobs });
  const { contents, ...rest } = document;
  return {
    time: timeText(time),
    speed,
    fixture: null,
    world: { ...rest, contents: { ...contents } },
    scenarios: scenarios.map(serialize),
  };
}

function atStart({ start, history, clock, scenarios }: World): StepSettings & { readonly at: number } {
  if (!history.isWhole) return { at: clock.now(), pace: clock.pace, scenarios: scenarios.running };
  return { at: start.time, pace: start.clockPace, scenarios: start.scenarios };
}

function fixtureOf({ fixture, fixtureSize, dataTime, account }: WorldOrigin): Bundle['start']['fixture'] {
  const names = accountSettingNames.filter((name) => account[fieldOf(name)] !== undefined);
  const fields = names.map(
    (name) => [snakeCase(name), showValue(settings[name].kind, account[fieldOf(name)])] as const,
  );
  return { name: fixture, size: fixtureSize, data_time: timeText(dataTime), settings: Object.fromEntries(fields) };
}

/** As they are now, those that are not as at the first step; attempts of webhooks are steps of their own. */
function changedRecords({ history, store }: World): Bundle['records'] {
  const records: Record<string, Record<string, unknown>> = {};
  const first = new Map<string, object | undefined>();
  for (const [, change] of history.commits) {
    const { collection, key, before } = change;
    if (collection === 'deliveries') continue;
    const name = `${collection} ${key}`;
    if (!first.has(name)) first.set(name, before);
    const now = recordOf(store, change);
    if (!isDeepStrictEqual(now, first.get(name))) (records[collection] ??= {})[key] = now ?? null;
  }
  return records;
}

const recordOf = <N extends CollectionName>({ collections }: Store, change: Committed<N>): object | undefined =>
  collectionOf(collections, change.collection).get(change.key);

function leftOut({ history }: World, steps: readonly BundleStep[], files: BundledFiles): string[] {
  const bodies = steps.filter((step) => step.kind === 'request' && step.is_body_left_out).length;
  const { dropped } = history;
  return [
    ...(dropped > 0 ? [`${dropped} older steps, and what scenarios had counted in them: the history was full`] : []),
    ...(bodies > 0 ? [`the bodies of ${bodies} requests, which were too large`] : []),
    ...(files.leftOut > 0 ? [`${files.leftOut} files, which were too large together`] : []),
  ];
}
