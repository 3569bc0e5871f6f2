import { readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { fixtureNames } from '../fixtures/names.ts';
import { startSimulator } from '../src/embedded.ts';
import type { AnsweredRequest, RunningSimulator, StartOptions } from '../src/embedded.ts';
import { settings } from '../src/options.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

async function faxesOf({ baseUrl, credentials: { live } }: RunningSimulator) {
  const answer = await fetch(`${baseUrl}/v2.1/faxes?api_key=${live.key}&api_secret=${live.secret}`);
  const { data } = (await answer.json()) as { data: { id: number }[] };
  return data;
}

async function firstFaxes(options: StartOptions): Promise<unknown> {
  const running = await startSimulator(options);
  const faxes = await faxesOf(running);
  await running.close();
  return faxes;
}

describe('an embedded simulator', () => {
  test('listens on a free port of the loopback address, with data in it', async () => {
    const running = await startSimulator();
    const faxes = await faxesOf(running);
    await running.close();
    expect(running.baseUrl).toBe(`http://127.0.0.1:${running.port}`);
    expect(faxes.length).toBeGreaterThan(0);
  });

  test('runs beside others, each with its own data', async () => {
    const [demo, empty] = await Promise.all([startSimulator(), startSimulator({ fixture: 'empty' })]);
    const counts = [(await faxesOf(demo)).length > 0, (await faxesOf(empty)).length > 0];
    await Promise.all([demo.close(), empty.close()]);
    expect(counts).toEqual([true, false]);
  });

  test('has the same data for the same seed and start time, and other data for another seed', async () => {
    const startTime = new Date('2026-01-31T09:00:00Z');
    const first = await firstFaxes({ seed: 5, startTime });
    expect(await firstFaxes({ seed: 5, startTime })).toEqual(first);
    expect(await firstFaxes({ seed: 6, startTime })).not.toEqual(first);
  });

  test('takes other credentials than the documented ones', async () => {
    const live = { key: 'key', secret: 'secret' };
    const running = await startSimulator({ credentials: { live } });
    const faxes = await faxesOf(running);
    await running.close();
    expect(running.credentials).toMatchObject({ live, test: { key: settings.testApiKey.default } });
    expect(faxes.length).toBeGreaterThan(0);
  });

  test('tells of answered requests without their query', async () => {
    const requests: AnsweredRequest[] = [];
    const running = await startSimulator({ fixture: 'empty', onRequest: (request) => requests.push(request) });
    await faxesOf(running);
    await running.close();
    expect(requests).toEqual([{ method: 'GET', path: '/v2.1/faxes', status: 200, durationMs: expect.any(Number) }]);
  });

  test('can be closed twice', async () => {
    const running = await startSimulator({ fixture: 'empty' });
    await running.close();
    await expect(running.close()).resolves.toBeUndefined();
  });

  test('rejects with the reason of the system when the port is in use', async () => {
    const { port, close } = await startSimulator({ fixture: 'empty' });
    await expect(startSimulator({ port, fixture: 'empty' })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await close();
  });
});

describe('with a data directory, an embedded simulator', () => {
  test('finds the faxes of the last one, whatever the defaults would give', async () => {
    const data = await newDirectory();
    const before = await firstFaxes({ data, seed: 9 });
    expect(await firstFaxes({ data })).toEqual(before);
  });

  test('lets go of the directory when it cannot listen', async () => {
    const data = await newDirectory();
    const { port, close } = await startSimulator({ fixture: 'empty' });
    await expect(startSimulator({ port, data })).rejects.toThrow('EADDRINUSE');
    await close();
    await expect(firstFaxes({ data })).resolves.toBeDefined();
  });

  test('refuses one that another simulator uses', async () => {
    const data = await newDirectory();
    const { close } = await startSimulator({ data });
    await expect(startSimulator({ data })).rejects.toMatchObject({ name: 'Failure', setting: 'data', exitCode: 2 });
    await close();
  });

  test('refuses one that was made from another fixture', async () => {
    const data = await newDirectory();
    await firstFaxes({ data, fixture: 'empty' });
    const files = await readdir(data);
    await expect(startSimulator({ data, fixture: 'demo' })).rejects.toMatchObject({
      name: 'Failure',
      setting: 'fixture',
    });
    expect(await readdir(data)).toEqual(files);
  });

  test('switches file storage as it is asked to', async () => {
    const data = await newDirectory();
    await firstFaxes({ data });
    const running = await startSimulator({ data, fileStorage: false });
    const { baseUrl, credentials, close } = running;
    const [{ id } = { id: 0 }] = await faxesOf(running);
    const { live } = credentials;
    const url = `${baseUrl}/v2.1/faxes/${id}/resend?api_key=${live.key}&api_secret=${live.secret}`;
    const answer = await fetch(url, { method: 'POST' });
    await close();
    expect(answer.ok).toBe(false);
  });
});

test('the settings know every fixture', () => {
  expect(fixtureNames.map((name) => settings.fixture.kind.read(name))).toEqual(fixtureNames);
});
