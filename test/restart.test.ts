import { expect, test } from '@jest/globals';
// The built package, since threads make real documents and run no TypeScript here.
import { startSimulator } from '../dist/index.cjs';
import type { RunningSimulator } from '../dist/index.cjs';
import { portOrderParams } from './support/examples.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

const start = (data: string) =>
  startSimulator({ data, fixture: 'empty', clock: 0, pace: 'real', startTime: new Date('2026-11-20T12:00:00Z') });

function call({ baseUrl, credentials }: RunningSimulator, path: string, init: RequestInit = {}) {
  const { key, secret } = credentials.live;
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  return fetch(`${baseUrl}${path}`, { ...init, headers: { authorization } });
}

async function send(simulator: RunningSimulator, fields: Record<string, string>): Promise<number> {
  const body = new FormData();
  for (const [name, value] of Object.entries({ to: '+12025550123', ...fields })) body.append(name, value);
  body.append('file', new Blob(['a page']), 'page.txt');
  const answer = await call(simulator, '/v2.1/faxes', { method: 'POST', body });
  return ((await answer.json()) as { data: { id: number } }).data.id;
}

test('faxes go on where the last process ended, whatever state they were in', async () => {
  const data = await newDirectory();
  const first = await start(data);
  const inCall = await send(first, {});
  await first.clock.advance('11s');
  const queued = await send(first, {});
  const waiting = await send(first, { batch_delay: '600' });
  await first.close();

  const second = await start(data);
  const statusOf = async (id: number): Promise<unknown> =>
    ((await (await call(second, `/v2.1/faxes/${id}`)).json()) as { data: { status: string } }).data.status;
  expect([await statusOf(inCall), await statusOf(queued), await statusOf(waiting)]).toEqual([
    'inprogress',
    'queued',
    'pendingbatch',
  ]);
  const { happened } = await second.clock.runUntilIdle();
  expect([await statusOf(inCall), await statusOf(queued), await statusOf(waiting)]).toEqual(Array(3).fill('success'));
  expect(happened.filter(({ what }) => what === 'webhook').map((news) => 'fax_id' in news && news.fax_id)).toEqual([
    inCall,
    queued,
    waiting,
  ]);
  const file = await call(second, `/v2.1/faxes/${waiting}/file`);
  expect((await file.text()).slice(0, 5)).toBe('%PDF-');
  await second.close();
});

test('port orders go on where the last process ended, and bring their numbers once', async () => {
  const data = await newDirectory();
  const first = await start(data);
  const fields = { ...portOrderParams, 'port_numbers[]': '+12025550123' };
  const body = new URLSearchParams(fields);
  const made = await call(first, '/v2.1/port_orders', { method: 'POST', body });
  const { id } = ((await made.json()) as { data: { id: number } }).data;
  await first.clock.advance('5d');
  await first.close();

  const second = await start(data);
  const order = async () => ((await (await call(second, `/v2.1/port_orders/${id}`)).json()) as { data: object }).data;
  expect(await order()).toMatchObject({ status: 'scheduled', requested_for: '2026-12-01T09:00:00.000-06:00' });
  const { happened } = await second.clock.runUntilIdle();
  expect(happened).toMatchObject([{ what: 'portOrder', id, status: 'completed' }]);
  expect(await order()).toMatchObject({ status: 'completed', completed_at: '2026-12-01T09:00:00.000-06:00' });
  await second.close();

  const third = await start(data);
  const owned = (await (await call(third, '/v2.1/phone_numbers')).json()) as { data: object[] };
  expect(owned.data).toMatchObject([{ phone_number: '+12255550100' }, { phone_number: '+12025550123' }]);
  expect(await third.clock.runUntilIdle()).toMatchObject({ happened: [] });
  await third.close();
});

test('a reset is whole after a restart too: the ids of faxes and webhooks begin again', async () => {
  const data = await newDirectory();
  const first = await start(data);
  const ids = [await send(first, {}), await send(first, {})];
  await first.clock.runUntilIdle();
  const told = (await first.webhooks.list()).map(({ id }) => id);
  expect(told).toHaveLength(2);
  await first.reset();
  await first.close();

  const second = await start(data);
  expect([await send(second, {}), await send(second, {})]).toEqual(ids);
  await second.clock.runUntilIdle();
  expect((await second.webhooks.list()).map(({ id }) => id)).toEqual(told);
  await second.close();
});

test('the clock does not go back, though nothing happened since it was moved', async () => {
  const data = await newDirectory();
  const first = await start(data);
  await first.clock.advance('7d');
  const { now: then } = await first.clock.show();
  await first.close();
  const second = await start(data);
  expect((await second.clock.show()).now).toBe(then);
  await second.close();
});

test('a setting of the account that was asked for is kept', async () => {
  const data = await newDirectory();
  const options = { data, fixture: 'empty', clock: 0 } as const;
  await (await startSimulator({ ...options, settings: { balanceCents: 3 } })).close();
  const second = await startSimulator(options);
  const id = await send(second, {});
  await second.clock.runUntilIdle();
  const fax = (await (await call(second, `/v2.1/faxes/${id}`)).json()) as { data: { error_id: number } };
  expect(fax.data.error_id).toBe(5);
  await second.close();
});

test('the read count of a scripted course outlives the process', async () => {
  const data = await newDirectory();
  const begin = () =>
    startSimulator({ data, fixture: 'empty', scenarios: ['slow-progress'], settings: { balanceCents: 1000 } });
  const readTimes = async (simulator: RunningSimulator, id: number, times: number): Promise<string[]> => {
    const seen: string[] = [];
    for (let read = 0; read < times; read++) {
      const answer = await call(simulator, `/v2.1/faxes/${id}`);
      seen.push(((await answer.json()) as { data: { status: string } }).data.status);
    }
    return seen;
  };
  const first = await begin();
  const id = await send(first, {});
  expect(await readTimes(first, id, 3)).toEqual(['queued', 'inprogress', 'inprogress']);
  await first.close();
  const second = await begin();
  expect(await readTimes(second, id, 2)).toEqual(['inprogress', 'success']);
  await second.close();
});
