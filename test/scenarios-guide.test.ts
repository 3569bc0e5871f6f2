import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readCommandLine } from '../src/cli/command-line.ts';
import { startSimulator } from '../src/index.ts';
import type { RunningSimulator } from '../src/index.ts';
import { settings } from '../src/model/settings/settings.ts';
import { ScenarioLibrary, scenarioFolder } from '../src/scenarios/library.ts';
import { run } from './support/program.ts';

const guide = readFileSync(new URL('../docs/scenarios.md', import.meta.url), 'utf8');
const blocks = [...guide.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({ kind, text }));
const files = blocks.filter(({ kind }) => kind === 'yaml').map(({ text }) => text);
const commands = blocks.filter(({ kind }) => kind === 'sh').flatMap(({ text }) => text.trim().split('\n'));
const documented = `http://${settings.host.default}:${settings.port.default}`;

/** The words of a command, as a shell has them. */
const wordsOf = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

let folder = '';
let running: RunningSimulator;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faxsim-guide-'));
  for (const text of files) writeFileSync(join(folder, `${/^name: (\S+)$/m.exec(text)?.[1] ?? ''}.yaml`), text);
  running = await startSimulator();
});

afterAll(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

test('the guide has nothing but files and commands', () => {
  expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(['yaml', 'sh', 'text']));
  expect(commands.filter((command) => !/^(npx faxsim|curl) /.test(command))).toEqual([]);
});

describe('the guide’s file', () => {
  test.each(files.map((text) => [/^name: (\S+)$/m.exec(text)?.[1] ?? '']))('%s has nothing wrong', async (name) => {
    const scenario = await new ScenarioLibrary(scenarioFolder).open(join(folder, `${name}.yaml`));
    expect(scenario.name).toBe(name);
    expect(scenario.rules.length).toBeGreaterThan(0);
  });
});

describe('the guide’s command', () => {
  const isStart = (command: string): boolean => command.startsWith('npx faxsim --');
  const starts = commands.filter(isStart);
  const programs = commands.filter((command) => command.startsWith('npx ') && !isStart(command));
  const curls = commands.filter((command) => command.startsWith('curl '));

  test.each(starts)('%s names what there is', async (command) => {
    const library = new ScenarioLibrary(scenarioFolder);
    const { options } = readCommandLine(wordsOf(command).slice(2), {});
    expect(options.scenarios.length).toBeGreaterThan(0);
    for (const name of options.scenarios) await library.open(name.replace(/^\.\//, `${folder}/`));
  });

  test.each(programs)('%s is right', async (command) => {
    const words = wordsOf(command).slice(2);
    const isOfRunning = words.includes('verdict') || words.join(' ').startsWith('scenarios explain getFax');
    const asked = isOfRunning ? [...words, '--port', String(running.port)] : words;
    const { code, stdout } = await run(asked.map((word) => (word === 'mine.yaml' ? join(folder, word) : word)));
    expect({ code, isSilent: stdout === '' }).toEqual({ code: 0, isSilent: false });
  });

  test.each(curls)('%s is answered', async (command) => {
    expect(command).toContain(documented);
    const here = command.replaceAll(documented, running.baseUrl);
    const { stdout } = await promisify(execFile)('sh', ['-c', `${here} --silent`]);
    const expected = command.includes('X-Faxsim-Scenario')
      ? { success: false, message: 'Service unavailable' }
      : { success: true };
    expect(JSON.parse(stdout)).toMatchObject(expected);
  });
});

test('the guide shows the facts of rules', async () => {
  const { stdout } = await run(['scenarios', 'explain', 'revoked-credentials', 'sendFax', 'params.to=+1', 'count=3']);
  expect(stdout).toBe('revoked: does not fire: skips the first 3 matches, and this is number 3\n');
  const json = await run(['scenarios', 'explain', 'outage(lasts=4m)', 'listFaxes', 'at=3m', '--json']);
  expect(JSON.parse(json.stdout)).toEqual([
    { scenario: 'outage(lasts=4m)', rule: 'down', fires: true, why: 'fail; as outage(lasts=4m)/down#1' },
  ]);
});
