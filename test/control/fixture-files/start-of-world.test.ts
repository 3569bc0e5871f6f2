import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSimulator } from '../../../src/index.ts';
import type { Contents } from '../../../src/store/memory/contents.ts';
import { standstill } from '../../support/clock.ts';
import { noon } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const fixture = `
faxes:
  - status: queued
  - status: inprogress
    created_at: +0s
port_orders:
  - numbers: ['+13125550199']
    status: submitted
services:
  - name: Ward
    created_at: +0s
cover_pages:
  - name: Letter
    content: JVBERi0=
`;

const statusesIn = ({ faxes }: Pick<Contents, 'faxes'>) => faxes.map(({ status }) => status).sort();

/** A simulator at some time of the machine, at which its worlds start. */
const openAt = (start: number) =>
  openSimulator({
    pace: 'real',
    newWorldsAt: null,
    parts: { systemClock: { ...standstill, now: () => start } },
  });

test('the times of a fixture file count from the start of the world to the millisecond', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(119_999), async (offset) => {
      const start = noon + offset;
      const { anyone } = openAt(start);
      const { body: made } = await anyone.post('/_faxsim/worlds').send({ fixture, clock: 'manual' }).expect(200);
      expect(made.data.now).toBe(new Date(start).toISOString());
      const base = `/w/${made.data.id}/_faxsim`;
      const { body } = await anyone.get(`${base}/export`).expect(200);
      const { faxes, portOrders, services, coverPages } = body.data.contents;
      expect(statusesIn({ faxes })).toEqual(['inprogress', 'queued']);
      expect(portOrders).toMatchObject([{ status: 'submitted' }]);
      expect([services[0].createdAt, coverPages[0].createdAt]).toEqual([start, start]);
      for (const { due } of [...faxes, ...portOrders]) expect(due.at).toBeGreaterThan(start);
      await anyone.post(`${base}/clock`).send({ advance: '1ms' }).expect(200);
      const { body: after } = await anyone.get(`${base}/export`).expect(200);
      expect(statusesIn(after.data.contents)).toEqual(['inprogress', 'queued']);
    }),
    { numRuns: 20 },
  );
});

test('a reset is a start, so that the times count from it', async () => {
  let now = noon + 1234;
  const open = openSimulator({
    newWorldsAt: null,
    parts: { systemClock: { ...standstill, now: () => now } },
  });
  const { body: made } = await open.anyone.post('/_faxsim/worlds').send({ fixture, clock: 'manual' }).expect(200);
  now += 3_600_500;
  await open.anyone.post(`/w/${made.data.id}/_faxsim/reset`).expect(200);
  const { body } = await open.anyone.get(`/w/${made.data.id}/_faxsim/export`).expect(200);
  expect(body.data.contents.services).toMatchObject([{ createdAt: now }]);
});

test('the first world of a simulator begins with its file', async () => {
  const folder = await newDirectory();
  const file = join(folder, 'ward.yaml');
  await writeFile(file, fixture);
  const options = { fixture: file, clock: 'manual', pace: 'real' } as const;
  for (const data of [undefined, join(folder, 'data')]) {
    const simulator = await startSimulator({ ...options, port: 0, ...(data !== undefined && { data }) });
    const { now } = await simulator.clock.show();
    const { contents } = (await simulator.exchange.export()) as unknown as { contents: Contents };
    expect(new Date(contents.services[0]!.createdAt).toISOString()).toBe(now);
    expect(statusesIn(contents)).toEqual(['inprogress', 'queued']);
    await simulator.close();
  }
});
