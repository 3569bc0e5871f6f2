import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { noon } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { repeats } from '../../support/soak.ts';

const fixture = `
services: [{id: 2, name: Ward, created_at: -90.25s}]
cover_pages: [{name: Letter, content: JVBERi0=, created_at: -90m}]
numbers:
  - {number: '+12255550165', service_id: 2, provisioned_at: -3d}
faxes:
  - {to: '+15045550103', created_at: -2h, completed_at: -1h}
  - {to: '+15045550104', ago: 90s}
  - {to: '+15045550105', status: inprogress, created_at: +0s}
  - {to: '+15045550106', status: failure, ago: 90.7s}
  - {to: '+15045550107', status: success, created_at: -1d, completed_at: -1500ms}
  - {direction: received, from: '+15045550101', to: '+12255550165', ago: 1h}
port_orders:
  - {numbers: ['+13125550199'], status: submitted, requested_for: +3d, created_at: -2d}
phax_codes: [{metadata: x, created_at: -1d}]
atas: [{name: Lab, last_registered: -10m}]
`;

const open = openSimulator();

/** Makes a world that starts so many ms after noon, and exports it in both forms. */
async function exportsOf(text: string, offset: number) {
  const order = { fixture: text, start_time: new Date(noon + offset).toISOString(), clock: 'manual' };
  const made = await open.anyone.post('/_faxsim/worlds').send(order);
  expect(made.body.message).not.toMatch(/fixture/);
  expect(made.status).toBe(200);
  const control = `/w/${made.body.data.id}/_faxsim`;
  const { body: asFixture } = await open.anyone.get(`${control}/export/fixture`).expect(200);
  const { body: asDocument } = await open.anyone.get(`${control}/export`).expect(200);
  await open.anyone.delete(`/_faxsim/worlds/${made.body.data.id}`);
  // The first line has the time of the export.
  return { text: asFixture.data.fixture as string, document: asDocument.data };
}

const records = (text: string): string => text.slice(text.indexOf('\n'));

test('a time in ms stays one where it falls on a whole second', async () => {
  const { text } = await exportsOf(fixture, 500);
  expect(text).toContain('completed_at: -1500ms');
  expect(records((await exportsOf(text, 0)).text)).toBe(records(text));
});

test('a time within the second of the export is past in each world made from the export', async () => {
  const fax = "{to: '+15045550107', status: success, created_at: -1h, completed_at: +300ms}";
  const { text } = await exportsOf(`faxes:\n  - ${fax}\n`, 400);
  expect(text).toContain('completed_at: -0s');
  expect(records((await exportsOf(text, 0)).text)).toBe(records(text));
});

test('a fixture is the same after any number of exports, whenever its worlds start', async () => {
  const offset = fc.nat(99_999_999);
  await fc.assert(
    fc.asyncProperty(offset, fc.array(offset, { minLength: 2, maxLength: 4 }), async (first, others) => {
      const { text } = await exportsOf(fixture, first);
      let last = text;
      for (const start of others) {
        last = (await exportsOf(last, start)).text;
        expect(records(last)).toBe(records(text));
      }
    }),
    { numRuns: repeats(15, 300) },
  );
});

test('a document is the same after any number of imports', async () => {
  const { document } = await exportsOf(fixture, 34_567);
  let last = document;
  for (let round = 0; round < 4; round += 1) {
    await open.anyone.post('/_faxsim/import').send(last).expect(200);
    last = (await open.anyone.get('/_faxsim/export').expect(200)).body.data;
    expect(last).toEqual(document);
  }
});
