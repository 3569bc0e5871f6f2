import { describe, expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { SimulatorFault } from '../../src/model/domain/refusal.ts';
import { MemoryBlobs } from '../../src/store/memory/swept-blobs.ts';
import { plainDocuments } from '../support/documents.ts';
import { minute, sentFax } from '../support/examples.ts';
import { dataOf, openSimulator } from '../support/simulator.ts';

const reason = 'the thread that reads documents cannot start: no such file';
const fail = () => Promise.reject(new SimulatorFault(reason));

/** A simulator whose documents fail for a fault of its own, and what it logs. */
function faulty(...calls: (keyof Documents)[]) {
  const log: unknown[] = [];
  const broken = Object.fromEntries(calls.map((call) => [call, fail]));
  const documents: Documents = { ...plainDocuments(), ...broken, until: () => documents };
  const world = openSimulator({
    faxes: [sentFax({ id: 7 })],
    onFault: (fault) => log.push(fault),
    parts: { documents },
  });
  return { ...world, log };
}

const page = Buffer.from('a page');

test('a fax that a fault of the simulator ends says so in every version, and the log says it once', async () => {
  const world = faulty('convert');
  const id = await world.sent();
  await world.clock.advance(minute);
  const message = `faxsim itself failed, the service did not: ${reason}`;
  const error = { error_id: 23, error_type: 'fatalError', error_message: message };
  expect(await world.fax(id)).toMatchObject({ status: 'failure', ...error, recipients: [error] });
  const inV1 = await dataOf(world.v1('faxStatus', { id }));
  expect(inV1).toMatchObject({ status: 'failure', error_code: message });
  const control = await dataOf(world.anyone.get(`/_faxsim/faxes/${id}`));
  expect(control.error).toEqual({ type: 'fatalError', id: 23, message });
  expect(world.log).toEqual([expect.objectContaining({ message: reason })]);
});

test('a fax whose upload is gone from the disk does not fail as one that the service cannot store', async () => {
  const blobs = new MemoryBlobs();
  const log: unknown[] = [];
  const world = openSimulator({ onFault: (fault) => log.push(fault), parts: { blobs } });
  const id = await world.sent();
  for (const blob of await blobs.list()) await blobs.delete(blob);
  await world.clock.advance(minute);
  expect((await world.fax(id)).error_message).toMatch(
    /^faxsim itself failed, the service did not: the file of an upload is gone/,
  );
  expect(log).toHaveLength(1);
});

describe.each<
  [string, keyof Documents, (world: ReturnType<typeof faulty>) => Promise<{ status: number; text: string }>]
>([
  ['a thumbnail', 'thumbnail', ({ live }) => live.get('/v2.1/faxes/7/file?thumbnail=s')],
  ['the file of a fixture', 'sample', ({ live }) => live.get('/v2.1/faxes/7/file')],
  ['a test of receiving', 'convert', ({ receive }) => receive()],
  ['the search for barcodes', 'findBarcodes', ({ receive }) => receive()],
  ['a file of the control API', 'convert', ({ anyone }) => anyone.post('/_faxsim/faxes').attach('file', page, 'a.txt')],
  ['an incoming call', 'convert', ({ anyone }) => anyone.post('/_faxsim/receive').attach('file', page, 'a.txt')],
])('%s', (_name, call, ask) => {
  test('is answered with 500, its reason and a line in the log, when the simulator is at fault', async () => {
    const world = faulty(call);
    const { status, text } = await ask(world);
    expect({ status, text }).toEqual({ status: 500, text: expect.stringContaining(reason) });
    expect(world.log).toEqual([expect.objectContaining({ message: reason })]);
  });
});
