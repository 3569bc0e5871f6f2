import { afterEach, describe, expect, test } from '@jest/globals';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import type { Disk } from '../../../src/store/memory/store.ts';
import { runChild } from '../../support/child.ts';
import { someContents } from '../../support/contents.ts';
import { minute, noon, sentFax } from '../../support/examples.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { WebhookReceiver } from '../../support/webhook-receiver.ts';
import { faxEvent, openDeliveries } from './telling.ts';

const freshDirectory = temporaryDirectories();
const origin = { fixture: 'demo', fixtureSize: 0, seed: 7, dataTime: noon } as const;

let application: WebhookReceiver;
afterEach(() => application.close());

const toldOf = () => application.received.map(({ fields }) => Number(JSON.parse(fields['fax'] ?? '{}').id));

/** Opens the world in a data directory, and what tells of it. */
async function openWorld(directory: string) {
  const data = await openDataDirectory(directory);
  const { contents, disk } = data.saved ?? (await data.create(someContents({ faxes: 0 }), origin));
  return { data, ...openDeliveries({ contents, disk }) };
}

test('pending webhooks are delivered after a restart, each when it is due', async () => {
  application = await startReceiver((_webhook, index) => (index === 0 ? 500 : 200));
  const directory = await freshDirectory();
  const before = await openWorld(directory);
  await before.tell(sentFax({ id: 1, callbackUrl: application.url }));
  await before.clock.advance(0);
  await before.deliveries.close();
  await before.tell(sentFax({ id: 2, callbackUrl: application.url }));
  await before.data.close();
  expect(toldOf()).toEqual([1]);

  const after = await openWorld(directory);
  for (const one of after.deliveries.unfinished) after.deliveries.resume(one);
  await after.clock.advance(0);
  expect(toldOf()).toEqual([1, 2]);
  await after.clock.advance(5 * minute);
  expect(toldOf()).toEqual([1, 2, 1]);
  expect(after.deliveries.list()).toMatchObject([
    { state: 'delivered', attempts: [{ at: noon }, { at: noon + 5 * minute }] },
    { state: 'delivered', attempts: [{ at: noon }] },
  ]);
  await after.data.close();
});

test('a delivery whose fax is gone after a restart is given up with the reason', async () => {
  application = await startReceiver();
  const directory = await freshDirectory();
  const before = await openWorld(directory);
  await before.deliveries.close();
  await before.tell(sentFax({ callbackUrl: application.url }));
  await before.store.commit(() => before.store.faxes.delete(1001));
  await before.data.close();

  const after = await openWorld(directory);
  for (const one of after.deliveries.unfinished) after.deliveries.resume(one);
  await after.clock.runUntilIdle();
  expect(after.deliveries.list()).toMatchObject([
    { state: 'failed', attempts: [{ failure: 'fax 1001 was deleted: its webhook cannot be delivered' }] },
  ]);
  expect(application.received).toEqual([]);
  await after.data.close();
});

test('no webhook reports a change that is not on disk', async () => {
  application = await startReceiver();
  let store: () => void = () => undefined;
  const stored = new Promise<void>((resolve) => (store = resolve));
  const disk: Disk = { save: () => stored };
  const { tell, clock } = openDeliveries({ disk });
  const telling = tell(sentFax({ callbackUrl: application.url }));
  await clock.advance(0);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect(application.received).toEqual([]);
  store();
  await telling;
  await clock.advance(0);
  expect(toldOf()).toEqual([1001]);
});

test('an attempt that could not be recorded is reported, and delivered again later', async () => {
  application = await startReceiver();
  const isFull = { now: false };
  const disk: Disk = {
    save: (updates) =>
      isFull.now && updates.length > 0 ? Promise.reject(new Error('ENOSPC: no space')) : Promise.resolve(),
  };
  const { tell, clock, deliveries, faults } = openDeliveries({ disk });
  await tell(sentFax({ callbackUrl: application.url }));
  isFull.now = true;
  await clock.advance(0);
  isFull.now = false;
  expect(faults).toMatchObject([{ kind: 'storage_failed' }]);
  expect(deliveries.list()).toMatchObject([{ state: 'pending', attempts: [] }]);
  await clock.runUntilIdle();
  expect(toldOf()).toEqual([1001, 1001]);
  expect(deliveries.list()).toMatchObject([{ state: 'delivered', attempts: [{ at: noon + 5 * minute }] }]);
});

/** Lets a process tell of faxes until it has printed so many lines; kills it. Returns the ids that it acknowledged. */
async function tellUntilKilled(directory: string, lines: number): Promise<number[]> {
  const child = runChild('telling-child.ts', directory, application.url);
  const printed: string[] = [];
  for await (const line of child.lines) {
    printed.push(line);
    if (printed.length === lines) child.kill('SIGKILL');
  }
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL', stderr: '' });
  return printed.slice(1).map(Number);
}

/** Expects each stored fax with its event and its price, since the child stores these together. */
async function expectAgreement(directory: string): Promise<void> {
  const data = await openDataDirectory(directory);
  const { faxes, deliveries, account } = data.saved?.contents ?? someContents();
  expect(deliveries.map(({ faxEvent }) => faxEvent.faxId).toSorted((a, b) => a - b)).toEqual(faxes.map(({ id }) => id));
  expect(account.balanceCents).toBe(5000 - 7 * faxes.length);
  await data.close();
}

test('a process that is killed in the midst of deliveries loses none, and stores no fax without its event and its price', async () => {
  application = await startReceiver((_webhook, index) => (index % 3 === 0 ? 500 : 200));
  const directory = await freshDirectory();
  const acknowledged: number[] = [];
  for (let round = 0; round < 8; round++) {
    acknowledged.push(...(await tellUntilKilled(directory, 30 + 17 * round)));
    await expectAgreement(directory);
  }

  const after = await openWorld(directory);
  for (const one of after.deliveries.unfinished) after.deliveries.resume(one);
  const pending = after.deliveries.list({ state: 'pending' });
  expect(pending.length).toBeGreaterThan(0);
  await after.clock.runUntilIdle();
  const ids = new Set(toldOf());
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  const delivered = new Set(after.deliveries.list({ state: 'delivered' }).map(({ faxEvent: { faxId } }) => faxId));
  expect([...after.store.faxes.values()].filter(({ id }) => !delivered.has(id))).toEqual([]);
  expect(after.faults).toEqual([]);
  await after.data.close();
});

describe('a stop with posts under way', () => {
  /** A receiver that answers the post of a fax at a call. */
  async function slowReceiver() {
    const answers = new Map<number, () => void>();
    application = await startReceiver(
      ({ fields }) =>
        new Promise((resolve) => answers.set(Number(JSON.parse(fields['fax'] ?? '{}').id), () => resolve(200))),
    );
    return (fax: number) => answers.get(fax)?.();
  }

  async function begin(directory: string, ...ids: readonly number[]) {
    const world = await openWorld(directory);
    for (const id of ids) await world.tell(sentFax({ id, callbackUrl: application.url }));
    void world.clock.advance(0);
    await application.until(ids.length);
    return world;
  }

  async function restarted(directory: string) {
    const world = await openWorld(directory);
    for (const one of world.deliveries.unfinished) world.deliveries.resume(one);
    return world;
  }

  test('lets one end that is answered in time, and the next process sends nothing again', async () => {
    const answer = await slowReceiver();
    const directory = await freshDirectory();
    const before = await begin(directory, 1);
    const stopped = before.deliveries.finish(600_000);
    await before.tell(sentFax({ id: 2, callbackUrl: application.url })); // announced too late to be posted
    answer(1);
    await stopped;
    await before.data.close();
    expect(toldOf()).toEqual([1]);

    const after = await restarted(directory);
    expect(after.deliveries.list()).toMatchObject([{ state: 'delivered' }, { state: 'pending' }]);
    void after.clock.advance(0);
    await application.until(2);
    expect(toldOf()).toEqual([1, 2]);
    await after.deliveries.close();
    await after.data.close();
  });

  test.each([
    [1, 2],
    [2, 1],
  ])('records the answer to post %i, though post %i to the same receiver hangs', async (answered, hanging) => {
    const answer = await slowReceiver();
    const directory = await freshDirectory();
    const before = await openWorld(directory);
    await before.store.commit(() => {
      for (const id of [1, 2]) {
        const fax = sentFax({ id, callbackUrl: application.url });
        before.store.faxes.put(fax);
        before.deliveries.announce(faxEvent({ faxId: id }), fax);
      }
    });
    void before.clock.advance(0);
    await application.until(2);
    answer(answered);
    await before.deliveries.finish(500); // the hanging one takes all of it
    await before.data.close();
    expect(toldOf()).toEqual([1, 2]);

    const after = await restarted(directory);
    const stateOf = new Map(after.deliveries.list().map(({ faxEvent, state }) => [faxEvent.faxId, state]));
    expect([stateOf.get(answered), stateOf.get(hanging)]).toEqual(['delivered', 'pending']);
    void after.clock.advance(0);
    await application.until(3);
    expect(toldOf()).toEqual([1, 2, hanging]);
    await after.deliveries.close();
    await after.data.close();
  });

  test('breaks off one that takes longer, which stays pending', async () => {
    await slowReceiver();
    const directory = await freshDirectory();
    const before = await begin(directory, 1);
    await before.deliveries.finish(0);
    await before.data.close();

    const after = await openWorld(directory);
    expect(after.deliveries.list()).toMatchObject([{ state: 'pending', attempts: [] }]);
    await after.data.close();
  });
});
