import { describe, expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { SimulatorFault } from '../../src/domain/refusal.ts';
import { MemoryBlobs } from '../../src/store/blobs.ts';
import { plainDocuments } from '../support/documents.ts';
import { minute, sentFax } from '../support/examples.ts';
import { keyParams, openSimulator } from '../support/simulator.ts';

const reason = 'the thread that reads documents cannot start: no such file';
const fail = () => Promise.reject(new SimulatorFault(reason));

/** A simulator whose documents fail for a fault of its own, and what it logs. */
function faulty(...calls: (keyof Documents)[]) {
  const log: unknown[] = [];
  const broken = Object.fromEntries(calls.map((call) => [call, fail]));
  const documents: Documents = { ...plainDocuments(), ...broken, until: () => documents };
  const world = openSimulator({ documents, faxes: [sentFax({ id: 7 })], onFault: (fault) => log.push(fault) });
  return { ...world, log };
}

const page = Buffer.from('a page');

test('a fax that a fault of the simulator ends says so in every version, and the log says it once', async () => {
  const world = faulty('convert');
  const sent = await world.live.post('/v2.1/faxes').field('to', '+12025550123').attach('file', page, 'a.txt');
  const { id } = sent.body.data;
  await world.clock.advance(minute);
  const message = `faxsim itself failed, the service did not: ${reason}`;
  const error = { error_id: 23, error_type: 'fatalError', error_message: message };
  const { body } = await world.live.get(`/v2.1/faxes/${id}`).expect(200);
  expect(body.data).toMatchObject({ status: 'failure', ...error, recipients: [error] });
  const v1 = await world.anyone
    .get('/v1/faxStatus')
    .query({ ...keyParams, id })
    .expect(200);
  expect(v1.body.data).toMatchObject({ status: 'failure', error_code: message });
  const control = await world.anyone.get(`/_faxsim/faxes/${id}`).expect(200);
  expect(control.body.data.error).toEqual({ type: 'fatalError', id: 23, message });
  expect(world.log).toEqual([expect.objectContaining({ message: reason })]);
});

test('a fax whose upload is gone from the disk does not fail as one that the service cannot store', async () => {
  const blobs = new MemoryBlobs();
  const log: unknown[] = [];
  const world = openSimulator({ blobs, onFault: (fault) => log.push(fault) });
  const sent = await world.live.post('/v2.1/faxes').field('to', '+12025550123').attach('file', page, 'a.txt');
  for (const blob of await blobs.list()) await blobs.delete(blob);
  await world.clock.advance(minute);
  const { body } = await world.live.get(`/v2.1/faxes/${sent.body.data.id}`).expect(200);
  expect(body.data.error_message).toMatch(/^faxsim itself failed, the service did not: the file of an upload is gone/);
  expect(log).toHaveLength(1);
});

describe.each<
  [string, keyof Documents, (world: ReturnType<typeof faulty>) => Promise<{ status: number; text: string }>]
>([
  ['a thumbnail', 'thumbnail', ({ live }) => live.get('/v2.1/faxes/7/file?thumbnail=s')],
  ['the file of a fixture', 'sample', ({ live }) => live.get('/v2.1/faxes/7/file')],
  ['a test of receiving', 'convert', ({ test: tester }) => receive(tester)],
  ['the search for barcodes', 'findBarcodes', ({ test: tester }) => receive(tester)],
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

const receive = (tester: ReturnType<typeof faulty>['test']) =>
  tester.post('/v2.1/faxes').field('direction', 'received').attach('file', page, 'a.txt');
