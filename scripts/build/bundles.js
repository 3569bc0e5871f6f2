import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, relative } from 'node:path';
import { build } from 'esbuild';

const { resolve } = createRequire(import.meta.url);

/** Each with the file that it begins with. */
const bundles = {
  simulator: 'scripts/build/simulator.cjs',
  documents: 'src/documents/worker.ts',
  client: 'src/client/connect.ts',
  jest: 'src/jest/jest.ts',
  // A file of its own, since two bundles with a copy each would not know the errors of one another.
  'control-error': 'src/client/control-error.ts',
  // Large, and only for HTTPS and for patterns of scenarios: other starts need not read them.
  x509: '@peculiar/x509',
  re2js: 're2js',
};

/** Imports that lead to a bundle of their own. */
const apart = [
  { filter: /\/control-error\.ts$/, path: './control-error.cjs' },
  { filter: /^@peculiar\/x509$/, path: './x509.cjs' },
  { filter: /^re2js$/, path: './re2js.cjs' },
];

/** Native code, which each platform installs for itself. */
const external = ['sharp'];

/** Writes the bundles into a folder, with the files of packages that they read. Returns the paths of all that is in them. */
export async function writeBundles(root, into) {
  await mkdir(`${into}assets`);
  const copied = new Set();
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: bundles,
    outdir: into,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    external,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': 'bundleUrl' },
    inject: ['scripts/build/bundle-url.js'],
    legalComments: 'none',
    plugins: [bundlesApart, noEncodings, packageFilesBeside(root, into, copied)],
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  await Promise.all(outputFiles.map(({ path, text }) => writeFile(path, named(inAscii(text)))));
  return [...Object.keys(metafile.inputs), ...copied.values()];
}

const bundlesApart = {
  name: 'bundles-apart',
  setup({ onResolve }) {
    for (const { filter, path } of apart) {
      onResolve({ filter }, ({ kind }) => (kind === 'entry-point' ? undefined : { path, external: true }));
    }
  },
};

/** Express brings tables of all encodings for bodies as text; faxsim reads bodies as bytes. */
const noEncodings = {
  name: 'no-encodings',
  setup({ onLoad }) {
    onLoad({ filter: /\/iconv-lite\/encodings\/index\.js$/ }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Copies the files of packages, and puts the paths of the copies into the table of their paths. */
function packageFilesBeside(root, into, copied) {
  return {
    name: 'package-files-beside',
    setup({ onLoad }) {
      onLoad({ filter: /\/documents\/package-files\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const found = [...source.matchAll(/resolve\('(.+?)'\)/g)].map(([, name]) => resolve(name));
        for (const file of found) copied.add(relative(root, file));
        await Promise.all(found.map((file) => cp(file, `${into}assets/${basename(file)}`)));
        const contents = source.replaceAll(
          /resolve\('.+?([^/]+)'\)/g,
          "require('node:path').join(__dirname, 'assets/$1')",
        );
        return { contents, loader: 'ts' };
      });
    },
  };
}

/** Without the characters that would make V8 hold the whole text in two bytes each: they stand in patterns, and in comments. */
function inAscii(text) {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** With a name of its content, which the name of its code cache has too: V8 only compares lengths. */
function named(text) {
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;
}
