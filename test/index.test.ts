import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { fixtureNames } from '../src/model/domain/fixture-name.ts';
import { startSimulator } from '../src/package/embedded.ts';
import type { AnsweredRequest, RunningSimulator, StartOptions } from '../src/package/embedded.ts';
import { settings } from '../src/model/settings/settings.ts';
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

  test('tells of answered requests without the secrets that are in their path', async () => {
    const paths: string[] = [];
    const running = await startSimulator({ fixture: 'empty', onRequest: ({ path }) => paths.push(path) });
    const { key, secret } = running.credentials.live;
    const headers = { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` };
    await fetch(`${running.baseUrl}/v2.1/phone_numbers/${secret}`, { headers });
    await fetch(`${running.baseUrl}/v2/faxes/${secret}?api_key=${key}&api_secret=${secret}`);
    await fetch(`${running.baseUrl}/v2/faxes/7;api_secret=${secret}`);
    await running.close();
    expect(paths).toEqual(['/v2.1/phone_numbers/•••', '/v2/faxes/•••', '/v2/faxes/7']);
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
    await expect(startSimulator({ data })).rejects.toMatchObject({ name: 'CliError', setting: 'data', exitCode: 2 });
    await close();
  });

  test('refuses one that was made from another fixture', async () => {
    const data = await newDirectory();
    await firstFaxes({ data, fixture: 'empty' });
    const files = await readdir(data);
    await expect(startSimulator({ data, fixture: 'demo' })).rejects.toMatchObject({
      name: 'CliError',
      setting: 'fixture',
    });
    expect(await readdir(data)).toEqual(files);
  });

  test.each([
    ['seed', { seed: 9 }, { seed: 1 }],
    ['fixtureSize', { fixtureSize: 4 }, { fixtureSize: 3 }],
  ])('refuses another %s than that of its records, and goes on with the same one', async (setting, other, same) => {
    const data = await newDirectory();
    const begin = { data, fixture: 'large', fixtureSize: 3 } as const;
    const before = await firstFaxes(begin);
    const files = await readdir(data);
    await expect(startSimulator({ data, ...other })).rejects.toMatchObject({ name: 'CliError', setting, exitCode: 2 });
    expect(await readdir(data)).toEqual(files);
    expect(await firstFaxes({ data, ...same })).toEqual(before);
  });

  test('keeps the project id and the ids of v3 of a world whose seed was given once', async () => {
    const data = await newDirectory();
    const idsAfter = async (options: StartOptions) => {
      const running = await startSimulator({ data, ...options });
      const { faxes } = await running.faxes.list();
      await running.close();
      return { projectId: running.projectId, v3: faxes.map((fax) => fax.v3_ids) };
    };
    expect(await idsAfter({ seed: 9 })).toEqual(await idsAfter({}));
  });

  test('refuses a fixture file that was changed since, until the fixture is left out', async () => {
    const [data, folder] = [await newDirectory(), await newDirectory()];
    const fixture = join(folder, 'mine.yaml');
    await writeFile(fixture, 'numbers: ["+12025550123"]\n');
    await firstFaxes({ data, fixture });
    await firstFaxes({ data, fixture });
    await writeFile(fixture, 'numbers: ["+12025550124"]\n');
    await expect(startSimulator({ data, fixture })).rejects.toMatchObject({
      name: 'CliError',
      setting: 'fixture',
      message: expect.stringMatching(
        / was made from .*mine\.yaml before that file was changed: leave out the fixture /,
      ),
    });
    await firstFaxes({ data });
  });

  test('goes on with a fixture file in a directory of an older version, which has no hash of it', async () => {
    const [data, folder] = [await newDirectory(), await newDirectory()];
    const fixture = join(folder, 'mine.yaml');
    await writeFile(fixture, '{}\n');
    await firstFaxes({ data, fixture });
    const world = join(data, 'default', 'world.json');
    await writeFile(world, (await readFile(world, 'utf8')).replace(/"(?:fixtureHash|checksum)":.*\n/g, ''));
    await writeFile(fixture, 'numbers: ["+12025550124"]\n');
    await firstFaxes({ data, fixture });
  });

  test('switches file storage as it is asked to', async () => {
    const data = await newDirectory();
    await firstFaxes({ data });
    const running = await startSimulator({ data, settings: { fileStorage: false } });
    const { baseUrl, credentials, close } = running;
    const [{ id } = { id: 0 }] = await faxesOf(running);
    const { live } = credentials;
    const url = `${baseUrl}/v2.1/faxes/${id}/resend?api_key=${live.key}&api_secret=${live.secret}`;
    const answer = await fetch(url, { method: 'POST' });
    await close();
    expect(answer.ok).toBe(false);
  });
});

describe('an option of an embedded simulator', () => {
  const pair = { key: 'a', secret: 'b' };
  test.each<[object | null, string]>([
    [null, 'the options of startSimulator must be an object, got null'],
    [{ startTim: new Date() }, 'unknown option "startTim"; the nearest is startTime'],
    [{ clockPace: 0 }, 'unknown option "clockPace"; the nearest is clock'],
    [{ startTime: '2020-01-01' }, `startTime must be ${settings.startTime.kind.expected}, got "2020-01-01"`],
    [{ startTime: new Date(NaN) }, `startTime must be ${settings.startTime.kind.expected}, got Invalid Date`],
    [{ fixture: 'nope' }, 'fixture must be demo, empty, large or a path such as ./clinic.yaml, got "nope"'],
    [{ scenarios: [5] }, `scenarios must be ${settings.scenarios.kind.expected}, got a list`],
    [{ pace: 'fsat' }, 'pace must be real, fast or instant, got "fsat"; the nearest is fast'],
    [{ seed: 'x' }, `seed must be ${settings.seed.kind.expected}, got "x"`],
    [{ clock: -1 }, 'clock must be real, manual or a number from 0 to 100000, got -1'],
    [{ strictAuth: 'maybe' }, 'strictAuth must be true or false, got "maybe"'],
    [{ fileStorage: false }, 'fileStorage must be settings.fileStorage'],
    [{ webhook_token: 'a' }, 'webhook_token must be settings.webhookToken'],
    [{ settings: { clock: 'manual' } }, 'settings.clock must be clock'],
    [{ settings: { start_time: 'now' } }, 'settings.start_time must be startTime'],
    [{ worldIdle: 3600 }, 'worldIdle must be a duration such as 60s or 5m, from 1ms to 365d, got 3600'],
    [{ onRequest: 'log' }, 'onRequest must be a function, got "log"'],
    [{ settings: { balance: 3 } }, 'unknown option "settings.balance"; the nearest is balanceCents'],
    [
      { settings: { rateLimit: { calls: 1 } } },
      'settings.rateLimit must be a number of calls and a time, such as 1/1s or 100/5m, or off, got an object with calls',
    ],
    [{ credentials: { live: { key: 'a' } } }, 'credentials.live.secret is required'],
    [
      { credentials: { live: { key: 'a', secret: 'é' } } },
      'credentials.live.secret must be visible ASCII characters, got something else',
    ],
    [
      { credentials: { live: pair, test: pair } },
      'credentials: the keys are equal; they must differ, since the key tells live calls from tests',
    ],
  ])('that is wrong is refused before anything starts: %j', async (options, message) => {
    await expect(startSimulator(options!)).rejects.toMatchObject({ name: 'CliError', message });
  });

  test('may be left undefined, and is within the limits of the program', async () => {
    const undefinedOnes = { fixture: undefined, credentials: { live: undefined }, settings: { rateLimit: undefined } };
    const running = await startSimulator({
      ...(undefinedOnes as object),
      ...{
        seed: -1,
        clock: 'manual',
        journal: 0,
        maxWorlds: 0,
        worldIdle: '1ms',
        startTime: new Date(0),
        maxBody: 2 ** 30,
      },
    });
    const clock = await running.clock.show();
    await running.close();
    expect(clock).toMatchObject({ now: '1970-01-01T00:00:00.000Z', speed: 0 });
  });
});

test('the settings know every fixture', () => {
  expect(fixtureNames.map((name) => settings.fixture.kind.read(name))).toEqual(fixtureNames);
});
