import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const folders = ['../../../examples/', 'two-faults/'].map((path) => new URL(path, import.meta.url).pathname);

/** Readers of a clock in JavaScript, Python and PHP. */
const clock = /\bperformance\.now\(|\bDate\.now\(|\bhrtime\b|\btime\.(?:monotonic|time|perf_counter)\(|\bmicrotime\(/;

test('no example ends its waiting by a clock, whose time passes on a busy machine without a fault', async () => {
  const paths = (await Promise.all(folders.map(sourcesIn))).flat();
  expect(paths.length).toBeGreaterThan(20);
  const sources = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(path, 'utf8') })));
  expect(sources.filter(({ text }) => clock.test(text)).map(({ path }) => path)).toEqual([]);
});

async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries.filter((name) => /\.(?:m?js|py|php)$/.test(name)).map((name) => join(folder, name));
}
