import { afterEach, describe, expect, test } from '@jest/globals';
import { Refusal } from '../../src/model/domain/refusal.ts';
import { examine, storeInbound } from '../../src/service/operations/inbound-faxes.ts';
import { MemoryBlobs } from '../../src/store/memory/swept-blobs.ts';
import { plainDocuments } from '../support/documents.ts';
import { account, hour, minute, receivedFax, second } from '../support/examples.ts';
import { limitedDisk } from '../support/full-disk.ts';
import { openSimulator } from '../support/simulator.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { Behaviour, WebhookReceiver } from '../support/webhook-receiver.ts';

/** A history would keep the files that it needs to go back. */
const noHistory = { limits: { journalBytes: 0 } };

let application: WebhookReceiver | undefined;
afterEach(async () => {
  await application?.close();
  application = undefined;
});

/** An account that keeps no files, whose application answers so. */
async function open(behave: (index: number) => Behaviour = () => 200) {
  application = await startReceiver((_webhook, index) => behave(index));
  const settings = { fileStorage: false, receiveCallbackUrl: application.url };
  return { application, world: openSimulator({ ...noHistory, account: account(settings) }) };
}

test('the document of a received fax that is not kept goes once its webhook was delivered with it', async () => {
  const { application: told, world } = await open();
  await world.receive().expect(200);
  await world.clock.runUntilIdle();
  expect(told.received[0]?.files['file']?.bytes).toEqual(Buffer.from('a page'));
  expect(await world.sweep()).toBe(0);
  expect(await world.receivedFaxes()).toHaveLength(1);
});

test('it stays while the webhook is to be tried again', async () => {
  const { application: told, world } = await open((index) => (index === 0 ? 500 : 200));
  await world.receive().expect(200);
  await world.clock.advance(minute);
  expect(await world.sweep()).toBe(1);
  await world.clock.advance(5 * minute);
  expect(told.received[1]?.files['file']?.bytes).toEqual(Buffer.from('a page'));
  expect(await world.sweep()).toBe(0);
});

test('it goes when the webhook was given up', async () => {
  const { world } = await open(() => 500);
  await world.receive().expect(200);
  await world.clock.runUntilIdle();
  expect(await world.sweep()).toBe(0);
});

test.each([null, 'mailto:faxes@example.com'])('it is deleted at once without a webhook to post: %p', async (url) => {
  const world = openSimulator({ ...noHistory, account: account({ fileStorage: false, receiveCallbackUrl: url }) });
  await world.receive().expect(200);
  await world.clock.runUntilIdle();
  expect(await world.sweep()).toBe(0);
});

test('it stays while another fax of the same bytes needs it', async () => {
  const { application: told, world } = await open((index) => (index === 0 ? 500 : 200));
  await world.receive().expect(200);
  await world.clock.advance(minute);
  await world.receive().expect(200);
  await world.clock.advance(minute);
  expect(await world.sweep()).toBe(1);
  await world.clock.advance(5 * minute);
  expect(told.received.map(({ files }) => files['file']?.bytes.toString())).toEqual(['a page', 'a page', 'a page']);
  expect(await world.sweep()).toBe(0);
});

test('it goes at the next start when the process ended before', async () => {
  const blobs = new MemoryBlobs();
  const document = await blobs.put(Buffer.from('a page'));
  const world = openSimulator({
    ...noHistory,
    faxes: [receivedFax({ file: 'not_stored', document })],
    parts: { blobs },
  });
  await world.clock.runUntilIdle();
  expect(await world.sweep()).toBe(0);
});

test('it stays of an account that keeps files', async () => {
  const world = openSimulator();
  await world.receive().expect(200);
  await world.clock.runUntilIdle();
  expect(await world.sweep()).toBe(1);
});

test('it is not taken from a fax of the same bytes that is just coming in', async () => {
  const world = openSimulator({ ...noHistory, account: account({ fileStorage: false, receiveCallbackUrl: null }) });
  const service = world.simulator.parts.worlds.default;
  const incoming = { pdf: Buffer.from('a page'), pages: 1, from: '+12025550123', to: '+13142666714', isTest: true };
  const second = service.blobs.use(async () => {
    const two = await examine(service, incoming);
    await world.receive().expect(200);
    await world.clock.runUntilIdle();
    expect(await world.sweep()).toBe(1);
    return service.store.commit(() => storeInbound(service, two));
  });
  const { document } = await second;
  expect([await world.sweep(), await service.blobs.has(document ?? '')]).toEqual([1, true]);
  await world.clock.runUntilIdle();
  expect(await world.sweep()).toBe(0);
});

describe('of what the disk refuses', () => {
  /** A world whose disk refuses everything until it is made room on. */
  function worldOnFullDisk() {
    const { room, disk } = limitedDisk();
    room.isLeft = false;
    const blobs = new MemoryBlobs();
    const pdf = Buffer.from('the converted document');
    const documents = { ...plainDocuments(), convert: () => Promise.resolve({ ok: true, pdf, pages: 1 } as const) };
    return { ...openSimulator({ ...noHistory, parts: { blobs, disk, documents } }), blobs, room };
  }

  test('no upload stays, and a retry is stored with its file', async () => {
    const { send, sent, room, simulator, sweep } = worldOnFullDisk();
    await send().expect(503);
    expect(await sweep()).toBe(0);
    room.isLeft = true;
    const id = await sent();
    expect(await sweep()).toBe(1);
    expect(simulator.parts.worlds.default.store.faxes.get(id)?.sources).toHaveLength(1);
  });

  test('no received document stays', async () => {
    const { receive, sweep } = worldOnFullDisk();
    await receive().expect(503);
    expect(await sweep()).toBe(0);
  });

  test('the converted document is made again for the step that is stored at last', async () => {
    const { sent, blobs, room, clock, simulator, sweep } = worldOnFullDisk();
    room.isLeft = true;
    const id = await sent();
    const { faxes } = simulator.parts.worlds.default.store;
    room.isLeft = false;
    await clock.advance(10 * second);
    expect([faxes.get(id)?.document, blobs.size, await sweep()]).toEqual([null, 2, 1]);
    room.isLeft = true;
    await clock.advance(hour);
    const { document, status } = faxes.get(id) ?? {};
    expect([status, await blobs.has(document ?? '')]).toEqual(['success', true]);
  });

  test('a fax whose document it refuses to store is converted again until it has room', async () => {
    class FullBlobs extends MemoryBlobs {
      isFull = false;
      override put(...given: Parameters<MemoryBlobs['put']>): Promise<string> {
        return this.isFull ? Promise.reject(new Refusal('storage_failed', 'ENOSPC')) : super.put(...given);
      }
    }
    const blobs = new FullBlobs();
    const { sent, fax, clock } = openSimulator({ ...noHistory, parts: { blobs } });
    const id = await sent();
    blobs.isFull = true;
    await clock.advance(hour);
    expect(await fax(id)).toMatchObject({ status: 'queued' });
    blobs.isFull = false;
    await clock.advance(hour);
    expect(await fax(id)).toMatchObject({ status: 'success' });
  });

  test('no blob of a deleted fax goes before the deletion is stored', async () => {
    const { room, simulator, test: testKeys, sent, clock, sweep } = worldOnFullDisk();
    room.isLeft = true;
    const id = await sent({}, { as: 'test' });
    await clock.advance(hour);
    expect(await sweep()).toBe(1);
    room.isLeft = false;
    await testKeys.delete(`/v2/faxes/${String(id)}`).expect(503);
    expect([await sweep(), simulator.parts.worlds.default.store.faxes.get(id)?.id]).toEqual([1, id]);
    room.isLeft = true;
    await testKeys.delete(`/v2/faxes/${String(id)}`).expect(200);
    expect(await sweep()).toBe(0);
  });
});
