// `node --import ./test/support/register-typescript.mjs FILE.ts` runs TypeScript on a node that does not know it, and reads YAML.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from '@swc/core';
import { parse } from 'yaml';

// node loads this file once more as the hooks, in a thread of their own.
if (isMainThread) register(import.meta.url);

export async function load(url, context, nextLoad) {
  if (!/\.(?:ts|yaml)$/.test(url)) return nextLoad(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  if (url.endsWith('.yaml')) {
    return { format: 'module', source: `export default ${JSON.stringify(parse(source))};`, shortCircuit: true };
  }
  const { code } = await transform(source, {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' }, experimental: { keepImportAttributes: true } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
