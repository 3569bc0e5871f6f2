import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { startSimulator } from '../../src/index.ts';
import type { StartOptions } from '../../src/index.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();
const begin = '2026-01-31T09:00:00Z';
const hour = 3_600_000;

/** The clock of a world after a start, which ends at once. */
async function clockAfter(options: StartOptions) {
  const simulator = await startSimulator({ fixture: 'empty', ...options });
  const shown = await simulator.clock.show();
  await simulator.close();
  return shown;
}

const clockFile = (data: string) => join(data, 'default', 'clock.json');

/** Changes the clock that a data directory has of its last process. */
async function change(data: string, changes: object): Promise<void> {
  const saved = JSON.parse(await readFile(clockFile(data), 'utf8')) as object;
  await writeFile(clockFile(data), JSON.stringify({ ...saved, ...changes }));
}

describe('the clock of a data directory after a restart', () => {
  test('stands at its time when it was frozen, and bills no month', async () => {
    const data = await newDirectory();
    const first = await startSimulator({ data, fixture: 'demo', clock: 'manual', startTime: begin });
    const { now } = await first.clock.move({ advance: '36h' });
    const { balance_cents: balance } = await first.settings.show();
    await first.close();
    expect(await clockAfter({ data, fixture: 'demo' })).toMatchObject({ now, speed: 0 });
    const second = await startSimulator({ data });
    expect(await second.settings.show()).toMatchObject({ balance_cents: balance });
    await second.close();
  });

  test('stands at its time while a copy of a webhook waits, which a scenario sends later', async () => {
    const data = await newDirectory();
    const first = await startSimulator({ data, fixture: 'empty', clock: 'manual', startTime: begin });
    const rules = `rules: [{ id: twice, on: webhook, do: { duplicate: { times: 2, gap: 30d }, receiver: 200 } }]`;
    await first.scenarios.switch({ source: `{ name: copies, description: copies, ${rules} }` });
    await first.faxes.create({ callback_url: 'http://127.0.0.1:1/' });
    await first.webhooks.send({ fax: (await first.faxes.list()).faxes[0]!.id });
    const { now } = await first.clock.move({ advance: '1s' });
    expect(await first.webhooks.list()).toMatchObject([{ state: 'delivered' }, { state: 'pending' }]);
    await first.close();
    expect(await clockAfter({ data })).toMatchObject({ now });
  });

  test('has the speed that a control call gave it', async () => {
    const data = await newDirectory();
    const first = await startSimulator({ data, fixture: 'empty', startTime: begin });
    await first.clock.move({ speed: 60 });
    await first.close();
    expect(await clockAfter({ data })).toMatchObject({ speed: 60 });
  });

  test.each([
    [1, hour],
    [60, 0],
  ])('counts the time without a process at the real speed only: at %s by %s ms', async (speed, missed) => {
    const data = await newDirectory();
    const now = Date.parse(begin) + 1000;
    await clockAfter({ data, startTime: begin });
    await change(data, { now, real: Date.now() - hour, speed });
    const shown = await clockAfter({ data });
    expect(Date.parse(shown.now) - now).toBeGreaterThanOrEqual(missed);
    expect(Date.parse(shown.now) - now).toBeLessThan(missed + hour);
  });

  test('goes on from the end of the process, though nothing moved it', async () => {
    const data = await newDirectory();
    const simulator = await startSimulator({ data, fixture: 'empty', clock: 100_000 });
    const before = Date.parse((await simulator.clock.show()).now);
    const later = async (): Promise<number> => Date.parse((await simulator.clock.show()).now);
    while ((await later()) < before + 60_000);
    const end = await later();
    await simulator.close();
    expect(Date.parse((await clockAfter({ data, clock: 0 })).now)).toBeGreaterThanOrEqual(end);
  });

  test('takes a later --start-time and another --clock, but does not go back', async () => {
    const data = await newDirectory();
    const first = await clockAfter({ data, clock: 0, startTime: begin });
    const [earlier, later] = ['2025-12-24T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const lines: unknown[] = [];
    expect(await clockAfter({ data, startTime: earlier, onFault: (line) => lines.push(line) })).toEqual(first);
    const told = `the clock of ${data} continues at ${first.now}, not at the start time ${earlier}`;
    expect(lines).toEqual([`faxsim: ${told}: a start never sets the clock back`]);
    expect(await clockAfter({ data, startTime: later })).toMatchObject({ now: later, speed: 0 });
    expect(await clockAfter({ data, clock: 7 })).toMatchObject({ speed: 7 });
  });
});

test('a start with the same --start-time as the first one says nothing of a clock that went on', async () => {
  const data = await newDirectory();
  const lines: unknown[] = [];
  const again = { data, startTime: begin, onFault: (line: unknown) => lines.push(line) };
  await clockAfter(again);
  await change(data, { now: Date.parse(begin) + hour });
  await clockAfter(again);
  expect(lines).toEqual([]);
});

describe('a data directory with a lost clock', () => {
  test.each([
    ['missing', (file: string) => rm(file), 'cannot be read: there is no such file or directory'],
    ['empty', (file: string) => writeFile(file, ''), 'must hold the "now", "real" and "speed" of a clock'],
    ['spoilt', (file: string) => writeFile(file, '{"version":1,"now":1e99,"real":0,"speed":1}'), 'must hold the "now"'],
  ] as const)('continues after its latest record, with a line: clock.json is %s', async (_, spoil, fault) => {
    const data = await newDirectory();
    const first = await startSimulator({ data, fixture: 'empty', clock: 0, startTime: begin });
    await first.clock.move({ advance: '1d' });
    await first.simulate.receive({ pages: 1 });
    await first.clock.move({ advance: '1d' });
    await first.close();
    await spoil(clockFile(data));
    const onFault = jest.fn();
    const shown = await clockAfter({ data, clock: 0, onFault });
    expect(shown.now).toBe('2026-02-01T09:00:00.000Z');
    expect(onFault.mock.calls).toEqual([[expect.stringContaining(`faxsim: ${clockFile(data)} ${fault}`)]]);
    expect(onFault.mock.calls.join()).toContain(
      '. The clock continues at 2026-02-01T09:00:00.000Z, after the latest record, at speed 0',
    );
    onFault.mockClear();
    expect(await clockAfter({ data, onFault })).toEqual(shown);
    expect(onFault).not.toHaveBeenCalled();
  });

  test('continues at its first time when nothing happened in it', async () => {
    const data = await newDirectory();
    const first = await clockAfter({ data, clock: 0, startTime: begin });
    await rm(clockFile(data));
    expect(await clockAfter({ data, clock: 0, onFault: () => undefined })).toEqual(first);
  });
});
