import * as v from 'valibot';
import { paceNames } from '../model/domain/pace.ts';
import { switchedOnBy } from '../scenarios/active-scenario.ts';
import { formatVersion } from '../store/memory/format-version.ts';
import { anyValue, controlRoute } from './control-route.ts';
import { worldBody, worldExportSchema, worldShape } from './worlds.ts';

const document = v.strictObject({
  format: v.literal('faxsim world'),
  version: v.literal(formatVersion),
  seed: v.number(),
  pace: v.picklist(paceNames),
  clock: v.strictObject({ now: v.number(), speed: v.number() }),
  traffic: v.optional(v.strictObject({ rate: v.string(), at: v.number() })),
  scenarios: v.array(
    v.strictObject({
      name: v.string(),
      by: v.picklist(switchedOnBy),
      source: v.optional(v.string()),
      written: v.optional(v.string()),
    }),
  ),
  contents: v.record(v.string(), anyValue),
  blobs: v.record(v.string(), v.string()),
});

/** An import and a fixture file must recreate the world with all its URLs. */
const isTakenBack = () => true;

/** The control calls that export and import a world as one file. */
export const importExport = {
  export: controlRoute('GET /export', {
    summary: 'Export this world as one document: records, files, clock, seed and active scenarios.',
    showsCredentials: isTakenBack,
    answer: document,
    run: async ({ hosted }) => {
      const { scenarios, contents, ...rest } = await hosted.export();
      return { ...rest, scenarios: [...scenarios], contents: { ...contents }, blobs: { ...rest.blobs } };
    },
  }),
  exportFixture: controlRoute('GET /export/fixture', {
    summary: 'Export the records of this world as a fixture file in YAML, and name the parts that it leaves out.',
    showsCredentials: isTakenBack,
    answer: v.strictObject({ fixture: v.string(), left_out: v.array(v.string()) }),
    run: async ({ hosted }) => {
      const { writeFixture } = await import('./fixture-files/write-fixture.ts');
      const { store, seed, pace, clock, documents } = hosted.world;
      const { text, leftOut } = await writeFixture(store.snapshot(), {
        seed,
        pace,
        now: clock.now(),
        blobs: hosted.blobs,
        documents,
      });
      return { fixture: text, left_out: [...leftOut] };
    },
  }),
  import: controlRoute('POST /import', {
    summary:
      'Replace this world with an exported one, active scenarios included. A reset still returns it to its own start.',
    schema: worldExportSchema,
    answer: worldShape,
    run: async (context, exported) => {
      await context.hosted.import(exported);
      return worldBody(context.hosted, context);
    },
  }),
};
