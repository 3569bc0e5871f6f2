import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { build } from 'esbuild';

/**
 * Bundles the console into a folder `console`: static files in gzip, which the server sends as they are. Returns the paths of all
 * that is in them.
 */
export async function writeConsole(root, into) {
  const source = `${root}src/console/`;
  const target = `${into}console/`;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['main.tsx', 'style.css'].map((name) => source + name),
    entryNames: '[name]-[hash]',
    outdir: target,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    jsx: 'transform',
    jsxFactory: 'h',
    jsxFragment: 'Fragment',
    inject: [`${root}scripts/build/jsx.js`],
    tsconfigRaw: {},
    metafile: true,
    write: false,
  });
  const files = new Map();
  for (const { path, contents, text } of outputFiles) {
    files.set(basename(path), path.endsWith('.js') ? await shortened(text) : Buffer.from(contents));
  }
  const named = (extension) => [...files.keys()].find((name) => name.endsWith(extension));
  const page = await readFile(`${source}index.html`, 'utf8');
  files.set('icon.svg', await readFile(`${source}icon.svg`));
  files.set('index.html', Buffer.from(page.replace('main.js', named('.js')).replace('style.css', named('.css'))));

  await mkdir(target);
  for (const [name, bytes] of files) await writeFile(`${target}${name}.gz`, gzipSync(bytes, { level: 9 }));
  return Object.keys(metafile.inputs);
}

/** The script once more through a minifier that inlines more than esbuild: 3 % less in gzip. */
async function shortened(script) {
  const { code } = await minify(script, { module: true, compress: { passes: 3 }, mangle: true });
  return Buffer.from(code);
}
