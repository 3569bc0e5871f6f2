import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
// The built package, since threads make real documents and run no TypeScript here.
import { startSimulator } from '../../dist/index.cjs';
import type { RunningSimulator } from '../../dist/index.cjs';
import { readable } from '../../src/cli/terminal.ts';
import { launch } from '../support/program.ts';
import type { Program } from '../support/program.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', clock: 0, startTime: new Date('2026-01-31T09:00:00Z') });
});
afterAll(() => simulator.close());

/** Resolves when the program has printed what is expected; rejects when it ends before. */
function prints({ process: { stdout }, output, ended }: Program, expected: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (expected.test(output.stdout)) resolve();
    };
    stdout.on('data', look);
    void ended.then(({ code, stderr }) => reject(new Error(`ended with exit code ${code}: ${stderr}`)));
    look();
  });
}

test('tail --json prints the activity of its world as it comes, a line of JSON for each entry', async () => {
  const order = { fixture: 'empty', clock: 0 } as const;
  const [world, other] = [await simulator.world(order), await simulator.world(order)];
  const json = launch(['tail', '--json', '--world', world.id], { FAXSIM_URL: simulator.baseUrl });
  await prints(json, /"kind":"open"/);
  await other.clock.advance('2h');
  await world.clock.advance('1h');
  await prints(json, /"action":"moved".*to 2026-01-31T10:00:00.000Z/);
  const events: { kind: string; at: string }[] = json.output.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['open', 'clock']));
  json.process.kill('SIGINT');
  await json.ended;
});

test.each([[], ['--json']])('tail shows what happened before it, ten entries at most: %s', async (...flags) => {
  const { id, clock, close } = await simulator.world({ fixture: 'empty', clock: 0 });
  for (let minute = 0; minute < 12; minute++) await clock.advance('1m');
  const text = launch(['tail', '--world', id, ...flags], { FAXSIM_URL: simulator.baseUrl });
  await prints(text, /to 2026-01-31T09:12:00.000Z.*\n/);
  expect(text.output.stdout.match(/ clock |"kind":"clock"/g)).toHaveLength(10);
  text.process.kill('SIGINT');
  await text.ended;
  await close();
});

test('tail prints only what matches its filters, all of it since a time, and names those that it takes', async () => {
  const { id, clock, simulate, close } = await simulator.world({ fixture: 'empty', clock: 0 });
  for (let minute = 0; minute < 12; minute++) await clock.advance('1m');
  const place = { FAXSIM_URL: simulator.baseUrl, FAXSIM_WORLD: id };
  const text = launch(['tail', 'kind=clock', 'since=1h'], place);
  await prints(text, /to 2026-01-31T09:12:00.000Z.*\n/);
  await simulate.receive({ from: '+12025550123' });
  await clock.advance('5m');
  await prints(text, /to 2026-01-31T09:17:00.000Z.*\n/);
  text.process.kill('SIGINT');
  const { stdout } = await text.ended;
  expect(stdout.trimEnd().split('\n')).toHaveLength(13);
  expect(stdout.replaceAll(/^\S+Z {2}clock .*\n/gm, '')).toBe('');
  expect(await launch(['tail', 'limit=5'], place).ended).toMatchObject({
    code: 2,
    stderr: 'faxsim: tail: a filter must be one of kind=, fax=, number=, search=, tone=, since=, got "limit=5"\n',
  });
  await close();
});

test('tail without a terminal prints the lines of activity/text, each with the address of its record', async () => {
  const { id, simulate, activity, close } = await simulator.world({ fixture: 'empty', clock: 0 });
  const text = launch(['tail', '--world', id], { FAXSIM_URL: simulator.baseUrl });
  const printed = prints(text, / {2}fax {2,}Fax \d+ arrives from .* {2}http:\S+\/_faxsim\/ui\/w\/[\w-]+\/faxes\/\d+\n/);
  // The stream has no history, so faxes arrive until the program prints one.
  const isPrinted = (): boolean => text.output.stdout.includes('/faxes/');
  while (!isPrinted()) await Promise.race([printed, simulate.receive({ pages: 1 }).then(() => nextTurn())]);
  await printed;
  const lines = await activity.text();
  const plain = text.output.stdout.replaceAll(/ {2}http:\S+$/gm, '').trimEnd();
  expect(lines).toContain(plain);
  expect(plain).toMatch(/^\S+Z {2}fax .* \+\d{11}\b/m);
  text.process.kill('SIGINT');
  await text.ended;
  await close();
});

test('tail says nothing of the beginning of the stream to people, and ends with its simulator', async () => {
  const own = await startSimulator({ fixture: 'empty', clock: 0, startTime: new Date('2026-01-31T09:00:00Z') });
  const text = launch(['tail'], { FAXSIM_URL: own.baseUrl });
  // The stream has no history, so the clock moves until the program prints a move.
  const printed = prints(text, /\n/);
  const isPrinted = (): boolean => text.output.stdout !== '';
  while (!isPrinted()) await Promise.race([printed, own.clock.advance('1m').then(() => nextTurn())]);
  await own.close();
  const { code, stdout, stderr } = await text.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /^(?:2026-\S+T[\d:.]+Z {2}clock {7}Clock moved on by 1 min, from \S+T\S+Z to \S+T\S+Z\n)+\S+ {2}world {7}World default closed\n$/,
  );
});

test.each([['close'], ['SIGINT']])('tail prints what happened just before its end: %s', async (how) => {
  const own = await startSimulator({ fixture: 'empty', clock: 0, startTime: new Date('2026-01-31T09:00:00Z') });
  const text = launch(['tail', '--json'], { FAXSIM_URL: own.baseUrl });
  await prints(text, /"kind":"open"/);
  const { fax } = await own.simulate.receive({ pages: 1 });
  if (how === 'close') await own.close();
  else text.process.kill('SIGINT');
  const { code, stdout, stderr } = await text.ended;
  expect({ code, stderr }).toEqual({ code: how === 'close' ? 0 : 130, stderr: '' });
  expect(stdout.match(new RegExp(`"Fax ${fax?.id} arrives`, 'g'))).toHaveLength(1);
  await own.close();
});

test('tail says below a request what is wrong with it, and what to do next', async () => {
  const { id, credentials, close } = await simulator.world({ fixture: 'empty', clock: 0 });
  const text = launch(['tail', '--world', id], {
    FAXSIM_URL: simulator.baseUrl,
    COLUMNS_OF_TERMINAL: '80',
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('../support/as-terminal.cjs', import.meta.url))}`,
  });
  const send = (secret: string, fields: Record<string, string>) =>
    fetch(`${simulator.baseUrl}/w/${id}/v2.1/faxes`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${credentials.live.key}:${secret}`).toString('base64')}` },
      body: new URLSearchParams(fields),
    });
  await send('wrong', {});
  await send(credentials.live.secret, { to: '+12025550123', string_data: 'Hello' });
  await prints(text, /string_data is not known here[^]*\n/);
  text.process.kill('SIGINT');
  const whole = stripVTControlCharacters((await text.ended).stdout).replaceAll(/\s+/g, ' ');
  expect(whole).toContain(
    `The key is the live key of the world ${id}, and the secret is not that of this key; faxsim --world ${id} env prints keys and secrets`,
  );
  expect(whole).toMatch(/to repeat it: faxsim --world \S+ requests curl \d+ /);
  expect(whole).toContain('warning: string_data is not known here: the real service ignores it');
  await close();
});

test.each([60, 80])('tail on a terminal of %d columns cuts no sentence, and prints no wider line', async (columns) => {
  const { id, faxes, simulate, activity, clock, close } = await simulator.world({ fixture: 'empty', clock: 0 });
  const { id: fax } = await faxes.create({ status: 'queued', to: ['+12025550123'] });
  await simulate.finish({ id: fax, error: 17 });
  await clock.advance('1h');
  const text = launch(['tail', '--world', id], {
    FAXSIM_URL: simulator.baseUrl,
    COLUMNS_OF_TERMINAL: String(columns),
    NODE_OPTIONS: `--require ${fileURLToPath(new URL('../support/as-terminal.cjs', import.meta.url))}`,
  });
  await prints(text, /Clock[^]*\n$/);
  text.process.kill('SIGINT');
  const shown = stripVTControlCharacters((await text.ended).stdout);
  expect(shown.split('\n').filter((line) => line.length > columns)).toEqual([]);
  const { entries } = await activity.list();
  expect(entries.length).toBeGreaterThan(2);
  const whole = shown.replaceAll(/\s+/g, ' ');
  for (const { summary } of entries) expect(whole).toContain(readable(summary));
  await close();
});
