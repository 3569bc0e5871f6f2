import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run } from '../support/program.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'faxsim-scenarios-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('the guide’s file has nothing wrong, and a wrong one is told line by line, with exit code 2', async () => {
  const guide = await readFile('docs/scenarios.md', 'utf8');
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(guide) ?? [];
  const good = join(folder, 'good.yaml');
  await writeFile(good, example);
  expect(await run(['scenarios', 'lint', good])).toMatchObject({
    code: 0,
    stdout: 'mine: 2 rules, nothing wrong\n',
  });
  const bad = join(folder, 'bad.yaml');
  await writeFile(bad, example.replace('times: 2', 'tiems: 2').replace('error: 17', 'error: 999'));
  const { code, stderr } = await run(['scenarios', 'lint', bad]);
  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toEqual([
    `faxsim: ${bad}:6: rules.0.tiems is not known here; the nearest is times`,
    expect.stringContaining('rules.1.do.course.1.error is no id of an error of the service'),
  ]);
});

test('the library is listed and shown', async () => {
  const { stdout } = await run(['scenarios', 'list']);
  expect(stdout).toMatch(/^outage +The service is unavailable for two minutes/m);
  expect(await run(['scenarios', 'show', 'outage'])).toMatchObject({
    code: 0,
    stdout: await readFile('scenarios/outage.yaml', 'utf8'),
  });
  expect(await run(['scenarios', 'show', 'outrage'])).toMatchObject({
    code: 2,
    stderr: 'faxsim: there is no scenario outrage; the nearest is outage\n',
  });
});

test('an unknown scenario stops the start with one line', async () => {
  const { code, stderr } = await run(['--port', '0', '--scenario', 'outrage']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'faxsim: --scenario: there is no scenario outrage; the nearest is outage\n',
  });
});

test.each([
  [['list', 'all'], 'unexpected argument "all"'],
  [['show', 'outage', 'now'], 'unexpected argument "now"'],
  [['lint'], 'expected a file'],
  [['explain'], 'expected a scenario or a file'],
  [['explain', 'outage'], 'expected OPERATION FACT=VALUE … [count=N] [at=DURATION]'],
  [['explain', 'outrage', 'getFax'], 'there is no scenario outrage; the nearest is outage'],
  [['explain', 'outage', 'getFax', 'fax.tgs.a=1'], 'fax.tgs.a is no field of a fax; the nearest is fax.tags'],
])('%j is refused', async (words, message) => {
  expect(await run(['scenarios', ...words])).toMatchObject({ code: 2, stderr: `faxsim: ${message}\n` });
});
