import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { installedMain } from './support/installed-package.ts';
import { temporaryDirectories } from './support/temporary-directory.ts';

const root = new URL('../', import.meta.url).pathname;
const newDirectory = temporaryDirectories();

test('the commands of migration.md succeed on its example, and print what the guide shows', async () => {
  const guide = await readFile(`${root}docs/migration.md`, 'utf8');
  const cwd = await newDirectory();
  await cp(`${root}examples/node-migration`, cwd, { recursive: true });
  const npx = `npx() { shift; '${process.execPath}' '${installedMain}' "$@"; }`;
  const env = { PATH: process.env['PATH'], FAXSIM_LOG_LEVEL: 'error' };
  let output = '';
  for (const [, language, block = ''] of guide.matchAll(/^```(sh|text)\n(.*?)^```$/gms)) {
    if (language === 'text') expect(output).toContain(block);
    else output = (await promisify(execFile)('sh', ['-ec', `${npx}\n${block}`], { cwd, env })).stdout;
  }
  expect(await readFile(`${cwd}/report.html`, 'utf8')).toContain('2 parts without a counterpart in v3');
});

test('the table of migration.md names findings of the report on its example', async () => {
  const guide = await readFile(`${root}docs/migration.md`, 'utf8');
  const [, table = ''] = /\| In the report .*?\n\| -.*?\n(.*?)\n\n/s.exec(guide) ?? [];
  const named = table.split('\n').map((row) => row.split('|')[1]?.trim() ?? '');
  const cwd = await newDirectory();
  await cp(`${root}examples/node-migration`, cwd, { recursive: true });
  const words = ['--fixture', 'empty', '--webhook-token', 'secret', '--', 'node', '--test', 'v2.1/office.test.mjs'];
  const { stdout } = await promisify(execFile)(process.execPath, [installedMain, 'migrate', '--json', ...words], {
    cwd,
  });
  const { traps, gaps } = JSON.parse(stdout);
  const known = [
    ...traps.map(({ title }: { title: string }) => title),
    ...gaps.map(({ what }: { what: string }) => what),
  ];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});
