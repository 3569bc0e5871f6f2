import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';

const dist = new URL('../../../dist/', import.meta.url);

test.each([
  ['client', ['node:dns', 'node:http', 'node:https', 'node:net', './control-error.cjs']],
  ['jest', ['node:fs', 'node:fs/promises', 'node:path', 'node:zlib']],
])('the bundle %s loads no web server, no forms and no simulator', async (name, expected) => {
  const source = await readFile(new URL(`${name}.cjs`, dist), 'utf8');
  const required = new Set([...source.matchAll(/\brequire\("(.+?)"\)/g)].map(([, file]) => file));
  expect([...required].toSorted()).toEqual(expected.toSorted());
  expect(source.length).toBeLessThan(45_000);
});
