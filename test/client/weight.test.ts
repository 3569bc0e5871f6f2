import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const dist = new URL('../../dist/src/', import.meta.url);

/** All that a built module imports, and what that imports. */
async function importsOf(file: URL, known = new Set<string>()): Promise<Set<string>> {
  const source = await readFile(file, 'utf8');
  for (const [, specifier = ''] of source.matchAll(/^(?:import|export) (?:[^;]*? from )?["']([^"']+)["'];/gm)) {
    const imported = specifier.startsWith('.') ? new URL(specifier, file) : undefined;
    const name = imported?.href ?? specifier;
    if (known.has(name)) continue;
    known.add(name);
    if (imported !== undefined) await importsOf(imported, known);
  }
  return known;
}

test('the client loads nothing but itself and the shared functions: no web server, no forms, no simulator', async () => {
  const imported = await importsOf(new URL('client/connect.js', dist));
  expect(imported.size).toBeGreaterThan(3);
  const own = ['client/', 'shared/'].map((place) => new URL(place, dist).href);
  expect([...imported].filter((name) => !own.some((place) => name.startsWith(place)))).toEqual([]);
});
