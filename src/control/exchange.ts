import * as v from 'valibot';
import { paceNames } from '../domain/pace.ts';
import { anything } from './answers.ts';
import { call } from './call.ts';
import { exportedWorld } from './exported-world.ts';
import { nothing } from './fields.ts';
import { shownWorld, worldBody } from './worlds.ts';

const document = v.strictObject({
  format: v.literal('faxsim world'),
  version: v.literal(1),
  seed: v.number(),
  pace: v.picklist(paceNames),
  clock: v.strictObject({ now: v.number(), pace: v.number() }),
  contents: v.record(v.string(), anything),
  blobs: v.record(v.string(), v.string()),
});

/** A world as one file. */
export const exchange = {
  export: call('GET /export', {
    summary: 'All that this world is, records, files, clock and seed, as one document.',
    form: nothing,
    answer: document,
    run: async ({ hosted }) => {
      const { contents, ...rest } = await hosted.export();
      return { ...rest, contents: { ...contents }, blobs: { ...rest.blobs } };
    },
  }),
  import: call('POST /import', {
    summary: 'Make this world what an export says; a reset still returns it to how it began.',
    form: exportedWorld,
    answer: shownWorld,
    run: async (desk, exported) => {
      await desk.hosted.import(exported);
      return worldBody(desk.hosted, desk);
    },
  }),
};
