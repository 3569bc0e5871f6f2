import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { blobsOf } from '../../src/model/domain/fax.ts';
import { MemoryBlobs } from '../../src/store/memory/swept-blobs.ts';
import type { Disk } from '../../src/store/memory/store.ts';
import { account, hour } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';
import { repeats } from '../support/soak.ts';

async function moments(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) await new Promise((resolve) => setImmediate(resolve));
}

/** Blobs whose every answer takes a moment, as those of a disk do. */
class SlowBlobs extends MemoryBlobs {
  override async put(bytes: Uint8Array, blob?: string): Promise<string> {
    await moments(2);
    const name = await super.put(bytes, blob);
    await moments(2);
    return name;
  }

  override async has(blob: string): Promise<boolean> {
    await moments(2);
    return super.has(blob);
  }

  override async delete(blob: string): Promise<void> {
    await moments(2);
    await super.delete(blob);
  }
}

/** A world on a slow disk that can be told to refuse, and calls of it by name. */
function openWorld(fileStorage: boolean) {
  const room = { isLeft: true };
  const disk: Disk = {
    save: async (updates) => {
      await moments(4);
      if (!room.isLeft && updates.length > 0) throw new Error('ENOSPC: no space left');
    },
  };
  const blobs = new SlowBlobs();
  const world = openSimulator({
    account: account({ fileStorage, receiveCallbackUrl: null }),
    limits: { journalBytes: 0 },
    parts: { blobs, disk },
  });
  const { test: tester, anyone, simulator } = world;
  /** The fax that a number stands for; one that is not there when there is none. */
  const faxOf = (which: number): number => {
    const keys = simulator.parts.worlds.default.store.faxes.keys();
    return keys[which % Math.max(keys.length, 1)] ?? 1;
  };
  const text = (which: number) => (which % 2 === 0 ? 'a page' : 'another page');
  const calls = {
    send: (which: number) => world.send({}, { as: 'test', text: text(which) }),
    sendLive: (which: number) => world.send({}, { text: text(which) }),
    receive: (which: number) => world.receive({}, text(which)),
    resend: (which: number) => tester.post(`/v2/faxes/${faxOf(which)}/resend`),
    delete: (which: number) => tester.delete(`/v2/faxes/${faxOf(which)}`),
    deleteFile: (which: number) => tester.delete(`/v2/faxes/${faxOf(which)}/file`),
    remove: (which: number) => anyone.delete(`/_faxsim/faxes/${faxOf(which)}`),
    finish: (which: number) => anyone.post(`/_faxsim/faxes/${faxOf(which)}/finish`).send({ status: 'success' }),
    advance: (which: number) => anyone.post('/_faxsim/clock/advance').send({ by: `${which + 1}s` }),
    save: () => anyone.put('/_faxsim/snapshots/one'),
    restore: () => anyone.post('/_faxsim/snapshots/one/restore'),
    forget: () => anyone.delete('/_faxsim/snapshots/one'),
    reset: () => anyone.post('/_faxsim/reset'),
    fillDisk: () => Promise.resolve((room.isLeft = false)),
    freeDisk: () => Promise.resolve((room.isLeft = true)),
  };
  return { ...world, calls, room, blobs };
}

type Name = keyof ReturnType<typeof openWorld>['calls'];

const often = ['send', 'send', 'receive', 'delete', 'delete', 'remove', 'fillDisk', 'freeDisk', 'freeDisk'] as const;
const rarely = ['sendLive', 'resend', 'deleteFile', 'finish', 'advance', 'save', 'restore', 'forget', 'reset'] as const;
const name = fc.constantFrom<Name>(...often, ...rarely);
/** Calls that are made side by side, each so many moments after the start, on the fax that a number stands for. */
const batch = fc.array(fc.record({ name, after: fc.nat(20), which: fc.nat(5) }), { minLength: 1, maxLength: 6 });
const session = fc.record({
  batches: fc.array(batch, { minLength: 2, maxLength: 8 }),
  /** Moments between two sweeps. */
  gap: fc.integer({ min: 1, max: 10 }),
  fileStorage: fc.boolean(),
});

test('no fax loses its file, whatever is called side by side, and what no fax names goes', async () => {
  await fc.assert(
    fc.asyncProperty(session, async ({ batches, gap, fileStorage }) => {
      const { calls, simulator, blobs, room, anyone, sweep } = openWorld(fileStorage);
      const named = () => new Set([...simulator.parts.worlds.default.store.faxes.values()].flatMap(blobsOf));
      const missing = async (): Promise<string[]> => {
        const stored = new Set(await blobs.list());
        return [...named()].filter((blob) => !stored.has(blob));
      };
      const underWay = { isOver: false };
      const sweeping = (async () => {
        while (!underWay.isOver) {
          await sweep();
          await moments(gap);
        }
      })();
      try {
        for (const side of batches) {
          await Promise.all(
            side.map(async (call) => {
              await moments(call.after);
              await calls[call.name](call.which);
            }),
          );
          expect(await missing()).toEqual([]);
        }
      } finally {
        underWay.isOver = true;
        await sweeping;
      }
      room.isLeft = true;
      await anyone.delete('/_faxsim/snapshots/one');
      await simulator.parts.worlds.default.clock.advance(hour);
      await sweep();
      expect(await missing()).toEqual([]);
      expect(await sweep()).toBe(named().size);
    }),
    { numRuns: repeats(10, 500) },
  );
});
