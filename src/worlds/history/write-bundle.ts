import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../model/domain/account.ts';
import type { Fax } from '../../model/domain/fax.ts';
import { showValue } from '../../model/fields/kinds.ts';
import { snakeCase } from '../../model/fields/names.ts';
import { accountSettingNames, fieldOf, settings } from '../../model/settings/settings.ts';
import { isList } from '../../model/shared/objects.ts';
import { serialize } from '../../scenarios/saved-scenario.ts';
import type { CollectionName } from '../../store/memory/collections.ts';
import { formatVersion } from '../../store/memory/format-version.ts';
import { collectionOf } from '../../store/memory/snapshot.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed, Store } from '../../store/memory/store.ts';
import { recordsAt } from './reach.ts';
import type { WorldOrigin } from '../making/state.ts';
import { writeDocument } from '../making/world-document.ts';
import type { World } from '../world.ts';
import { bundleFormat, callsForFax } from './bundle.ts';
import type { Bundle, BundleStep } from './bundle.ts';
import { BundledSecrets } from './bundled-secrets.ts';
import {
  bundledControl,
  bundledFetch,
  BundledFiles,
  bundledRequest,
  bundledWebhook,
  timeText,
} from './bundled-steps.ts';
import { answerFields } from '../../wire/answer-fields.ts';
import type { BundleTools } from './bundled-steps.ts';
import type { History } from './history.ts';
import { inOrder } from './places.ts';
import type { Place } from './places.ts';
import { beganAt } from './step.ts';
import type { HistoryStep } from './step.ts';
import { attemptedIn } from './step-change.ts';
import type { StepChange } from './step-change.ts';

interface BundleOptions {
  /** Version of faxsim: `1.0.0`. */
  readonly version: string;
  /** Settings of the simulator. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The limit on the total size of a bundle's files, in bytes. */
const fileBytesMax = 32 * 2 ** 20;

/** Writes the initial state of a world and its whole history, so that another simulator can repeat it. */
export async function writeBundle(
  { id, credentials, world }: Pick<World, 'id' | 'credentials'> & { readonly world: World },
  { version, settings: shownSettings }: BundleOptions,
): Promise<Bundle> {
  await world.store.settled();
  const { seed, pace, clock } = world;
  const { max_body: maxBody } = shownSettings;
  const files = new BundledFiles(fileBytesMax);
  const secrets = new BundledSecrets(credentials);
  const beginning = beginningOf(world);
  const steps = stepsOf(world, beginning, { files, secrets });
  const records = changedRecords(world, beginning);
  const end = { time: timeText(clock.now()), speed: clock.speed };
  const start = await startOf(world, beginning);
  secrets.collect(start);
  secrets.collect(records);
  const { files: contents, ...bundle }: Bundle = {
    format: bundleFormat,
    version: formatVersion,
    faxsim: version,
    answer_fields: answerFields.revision,
    strict_auth: shownSettings['strict_auth'] === true,
    ...(hasItems(shownSettings['trusted_proxies']) && { trusts_proxy: true }),
    ...(typeof maxBody === 'number' && { max_body: maxBody }),
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

const hasItems = (list: unknown): boolean => isList(list) && list.length > 0;

/** The moment at which a bundle begins; `mark` is that before its first change. */
type Beginning = ReturnType<typeof beginningOf>;

/**
 * Begins before the first remaining step, or at the start of the world. If changes were dropped during a move of the clock that is
 * the first step, it begins before the first remaining progress, because the changes after that are complete.
 */
function beginningOf({ start, history, clock, scenarios }: World) {
  const { firstMark: mark, dropped } = history;
  if (dropped === 0) return { mark, at: start.time, speed: start.speed, scenarios: start.scenarios };
  const first = history.steps.toSorted((one, other) => one.from - other.from)[0];
  const settings = first?.settings ?? { speed: clock.speed, scenarios: scenarios.running };
  if (first !== undefined && first.from >= mark) return { mark, at: beganAt(first), ...settings };
  const progress = history
    .changesSince(0)
    .flatMap(([at, change]) =>
      'kind' in change && change.kind === 'progress' ? [{ mark: at, at: change.at }] : [],
    )[0];
  return { ...(progress ?? { mark: history.mark, at: clock.now() }), ...settings };
}

async function startOf(
  { history, start, blobs, seed, pace, memory, store }: World,
  { mark, at: time, speed, scenarios }: Beginning,
): Promise<Bundle['start']> {
  const common = { time: timeText(time), speed, scenarios: scenarios.map(serialize) };
  if (history.dropped === 0 && start.origin !== undefined) {
    return { ...common, fixture: fixtureOf(start.origin), world: null };
  }
  const traffic = memory.traffic.before(history.changesSince(mark).map(([, change]) => change));
  const state = { store: recordsAt({ store, history }, mark), time, speed, scenarios: [], seed, pace, traffic };
  const { contents, ...rest } = await writeDocument(state, blobs);
  return { ...common, fixture: null, world: { ...rest, contents: { ...contents } } };
}

function fixtureOf({ fixture, fixtureSize, dataTime, account }: WorldOrigin): Bundle['start']['fixture'] {
  const names = accountSettingNames.filter((name) => account[fieldOf(name)] !== undefined);
  const fields = names.map(
    (name) => [snakeCase(name), showValue(settings[name].kind, account[fieldOf(name)])] as const,
  );
  return { name: fixture, size: fixtureSize, data_time: timeText(dataTime), settings: Object.fromEntries(fields) };
}

/** The records that changed since the first step, in their current state, without webhook attempts. */
function changedRecords({ history, store }: World, { mark }: Beginning): Bundle['records'] {
  const records: Record<string, Record<string, unknown>> = {};
  const first = new Map<string, object | undefined>();
  for (const change of history.commitsSince(mark)) {
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
  const pages = steps.filter((step) => step.kind === 'fetch' && step.file?.content === null).length;
  const strays = history.steps.filter(isStray).length;
  const { dropped } = history;
  return [
    ...(dropped > 0
      ? [`${dropped} older steps and changes, and what scenarios had counted in them: the history was full`]
      : []),
    ...(strays > 0 ? [`${strays} requests to worlds that were not there`] : []),
    ...(bodies > 0 ? [`the bodies of ${bodies} requests, which were too large or could not be read`] : []),
    ...(pages > 0 ? [`the content of ${pages} URLs, which was too large`] : []),
    ...(files.leftOut > 0 ? [`${files.leftOut} files, which were too large together`] : []),
  ];
}

/** Whether a step is a request to a missing world, which is in the journal of the default world, and cannot be repeated. */
const isStray = (step: HistoryStep): boolean =>
  step.kind === 'request' && step.observed.refusal?.kind === 'misdirected';

/** The inputs of a world and its own steps, in order. Collects its secrets. */
function stepsOf({ history, store }: World, { mark }: Beginning, wrapping: BundleTools): BundleStep[] {
  const tokens = tokensIn(store.account, history.commitsSince(0));
  for (const token of tokens) wrapping.secrets.add(token);
  const creationOf = creationFinder(history);
  const done = history.steps
    .filter((step) => !isStray(step))
    .map((step) => ({
      ...(creationOf(step) ?? { at: beganAt(step), position: step.from }),
      step: step.kind === 'request' ? bundledRequest(step, wrapping) : bundledControl(step, wrapping),
    }));
  const followed = history.changesSince(mark).flatMap(([position, change, at]) => {
    const step = stepFor(change, tokens, wrapping);
    return step === undefined ? [] : [{ at, position, step }];
  });
  // The order is by time: a request that comes while the disk saves a change sees that change, although the change is noted
  // later. The sort is stable, so a request comes before progress that happened after the request began.
  return [...done, ...followed].toSorted(inOrder).map(({ step }) => step);
}

/**
 * Returns a function that finds the place at which a step stored its fax; undefined for a step without one. Call the function in
 * the order in which the steps ended. Faxes get their ids in the order in which they are stored, which can differ from the order
 * of steps, because work on documents takes time.
 */
function creationFinder(history: History): (step: HistoryStep) => Pick<Place, 'at' | 'position'> | undefined {
  const left = new Map(
    history
      .changesSince(0)
      .flatMap(([position, change, at]) =>
        'collection' in change && isIn('faxes', change) && change.before === undefined && change.record !== undefined
          ? [[{ at, position }, change.record] as const]
          : [],
      ),
  );
  return (step) => {
    const isOwn = faxOf(step);
    const found = [...left].find(
      ([{ position }, fax]) => position >= step.from && position < step.to && isOwn(fax),
    )?.[0];
    if (found !== undefined) left.delete(found);
    return found;
  };
}

/** Returns a function that recognizes the fax that a step stored, among those of parallel steps. */
function faxOf(step: HistoryStep): (fax: Fax) => boolean {
  if (step.kind === 'control') {
    if (!callsForFax.has(step.line) || step.error !== null) return () => false;
    return ({ direction }) => step.line !== 'POST /receive' || direction === 'received';
  }
  const { profile, rule, answer, createdFaxIds } = step.observed;
  if (rule !== null || answer.status !== 200) return () => false;
  if (profile.operation === 'receiveFax') return ({ direction, isTest }) => direction === 'received' && isTest;
  return ({ id }) => profile.operation === 'sendFax' && createdFaxIds.includes(id);
}

function stepFor(change: StepChange, tokens: readonly string[], wrapping: BundleTools): BundleStep | undefined {
  if ('kind' in change) {
    if (change.kind === 'fetch') return bundledFetch(change, wrapping);
    // Fired rules and rewinds are left out: in a replay, rules fire again, and reverted steps never happened.
    return change.kind === 'progress' ? { kind: 'progress', at: timeText(change.at), name: change.name } : undefined;
  }
  if (!('collection' in change)) return undefined;
  const delivery = attemptedIn(change);
  return delivery && bundledWebhook(delivery, tokens);
}

/** The current and former webhook tokens of the account. */
function tokensIn(account: Account, changes: readonly Committed[]): string[] {
  const former = changes.flatMap((change) =>
    isIn('account', change) && change.before !== undefined ? [change.before] : [],
  );
  const tokens = [account, ...former].map(({ webhookToken }) => webhookToken);
  return [...new Set(tokens)].filter((token) => token !== null);
}
