import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import { controlRoute, done, doneAnswer, time, timeOrNull } from './control-route.ts';
import { input, name } from './fields.ts';

const snapshot = v.strictObject({ name: v.string(), now: v.nullable(time), faxes: v.number() });
const byName = input({ name });

/** The control calls about the snapshots of a world. */
export const snapshots = {
  list: controlRoute('GET /snapshots', {
    summary: 'List the snapshots of this world.',
    answer: v.array(snapshot),
    run: ({ hosted }) => hosted.saved.map(({ time: at, ...saved }) => ({ ...saved, now: timeOrNull(at) })),
  }),
  save: controlRoute('PUT /snapshots/:name', {
    summary: 'Save this world as a snapshot with this name. It stays until the simulator ends, also after a reset.',
    changesWorld: false,
    schema: byName,
    answer: done,
    run: ({ hosted }, { name: snapshotName }) => {
      hosted.save(snapshotName);
      return doneAnswer;
    },
  }),
  restore: controlRoute('POST /snapshots/:name/restore', {
    summary: 'Return this world to a snapshot: records, files, clock and scenarios.',
    schema: byName,
    answer: done,
    run: async ({ hosted }, { name: snapshotName }) => {
      if (!(await hosted.restore(snapshotName))) throw noSnapshot(hosted, snapshotName);
      return doneAnswer;
    },
  }),
  delete: controlRoute('DELETE /snapshots/:name', {
    summary: 'Delete a snapshot.',
    changesWorld: false,
    schema: byName,
    answer: done,
    run: ({ hosted }, { name: snapshotName }) => {
      if (!hosted.forget(snapshotName)) throw noSnapshot(hosted, snapshotName);
      return doneAnswer;
    },
  }),
};

function noSnapshot({ saved }: HostedWorld, name: string): Refusal {
  const known = saved.map(({ name: one }) => one).join(', ');
  return new Refusal('not_found', `Not found: there is no snapshot ${name}${known && `; there are ${known}`}`);
}
