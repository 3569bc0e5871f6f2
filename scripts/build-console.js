// Bundles the console into dist/console: static files, each with a copy in gzip, which the server sends as they are.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const source = new URL('../src/console/', import.meta.url);
const target = new URL('../dist/console/', import.meta.url);

const { outputFiles } = await build({
  entryPoints: ['main.tsx', 'style.css'].map((name) => fileURLToPath(new URL(name, source))),
  entryNames: '[name]-[hash]',
  outdir: fileURLToPath(target),
  ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', write: false, legalComments: 'none' },
  ...{ jsx: 'automatic', jsxImportSource: 'preact', tsconfigRaw: {} },
});
const files = new Map(outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)]));
const named = (extension) => [...files.keys()].find((name) => name.endsWith(extension));
const page = await readFile(new URL('index.html', source), 'utf8');
files.set('icon.svg', await readFile(new URL('icon.svg', source)));
files.set('index.html', Buffer.from(page.replace('main.js', named('.js')).replace('style.css', named('.css'))));

await rm(target, { recursive: true, force: true });
await mkdir(target, { recursive: true });
for (const [name, bytes] of files) {
  await writeFile(new URL(name, target), bytes);
  await writeFile(new URL(`${name}.gz`, target), gzipSync(bytes, { level: 9 }));
}
