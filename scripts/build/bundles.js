import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { faker } from '@faker-js/faker/locale/en';
import { countries } from 'countries-list';
import { build } from 'esbuild';
import { parse } from 'yaml';

const { resolve } = createRequire(import.meta.url);

/** Each with the file that it begins with. */
const bundles = {
  simulator: 'scripts/build/simulator.cjs',
  documents: 'src/documents-worker.ts',
  // Small: all of the package that the registry of a test runner loads for each file.
  entry: 'src/package/entry.ts',
  client: 'src/control/client/connect.ts',
  jest: 'src/package/jest/jest.ts',
  testcontainers: 'src/package/testcontainers/faxsim-container.ts',
  // A file of its own, since two bundles with a copy each would not know the errors of one another.
  'control-error': 'src/control/client/control-error.ts',
};

/** Libraries that are large, and only for HTTPS and for patterns of scenarios: other starts need not read them. */
const libraries = {
  x509: '@peculiar/x509',
  re2js: 're2js',
};

/** Imports that lead to a bundle of their own. */
const apart = [
  { filter: /\/control-error\.ts$/, path: './control-error.cjs' },
  { filter: /^@peculiar\/x509$/, path: './x509.cjs' },
];

/** Native code, which each platform installs for itself, and the peer, which a project brings. */
const external = ['sharp', 'testcontainers'];

/** Writes the bundles into a folder, with the files of packages that they read. Returns the paths of all that is in them. */
export async function writeBundles(root, into) {
  await mkdir(`${into}assets`);
  const copied = new Set();
  const options = {
    absWorkingDir: root,
    outdir: into,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minifySyntax: true,
    minifyWhitespace: true,
    lineLimit: 600, // node shows the whole line of an error that nothing catches
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  };
  // Names stay where a stack trace leads to code of faxsim.
  const built = await Promise.all([
    build({ ...options, entryPoints: libraries, minifyIdentifiers: true }),
    build({
      ...options,
      entryPoints: bundles,
      external,
      // Packages import it as CommonJS and as an ES module; its tables would be there twice.
      alias: { 'html-entities': resolve('html-entities') },
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'bundleUrl' },
      inject: ['scripts/build/bundle-url.js'],
      plugins: [
        bundlesApart,
        patternsLater,
        noEncodings,
        noStandardSchema,
        tablesAsUsed,
        yamlAsJson,
        packageFilesBeside(root, into, copied),
      ],
    }),
  ]);
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  await Promise.all(files.map(({ path, text }) => writeFile(path, named(inAscii(text)))));
  return [...built.flatMap(({ metafile }) => Object.keys(metafile.inputs)), ...copied.values()];
}

const bundlesApart = {
  name: 'bundles-apart',
  setup({ onResolve }) {
    for (const { filter, path } of apart) {
      onResolve({ filter }, ({ kind }) => (kind === 'entry-point' ? undefined : { path, external: true }));
    }
  },
};

/** Scenarios import re2js at every start; its bundle is read for the first pattern. */
const patternsLater = {
  name: 'patterns-later',
  setup({ onResolve, onLoad }) {
    const namespace = 'at-first-use';
    onResolve({ filter: /^re2js$/ }, ({ path }) => ({ path, namespace }));
    onResolve({ filter: /.*/, namespace }, () => ({ path: './re2js.cjs', external: true }));
    onLoad({ filter: /.*/, namespace }, async () => {
      const getters = Object.keys(await import('re2js')).map(
        (name) => `get ${name}() { return require('bundle').${name}; }`,
      );
      return { contents: `module.exports = { ${getters.join(', ')} };` };
    });
  },
};

/** Express brings tables of all encodings for bodies as text; faxsim reads bodies as bytes. */
const noEncodings = {
  name: 'no-encodings',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]iconv-lite[\\/]encodings[\\/]index\.js$/ }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Valibot gives each schema the interface by which other libraries use it: 0.8 MB for all schemas of a start, and no one asks. */
const noStandardSchema = {
  name: 'no-standard-schema',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]valibot[\\/]dist[\\/]index\.mjs$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source.replace(/(function _standardSchema\(schema\) \{).+?(\n\treturn schema;)/s, '$1$2');
      if (contents === source) throw new Error(`${path} has no function _standardSchema of the known form`);
      return { contents };
    });
  },
};

/** Tables of packages, with the rows and columns that are used: each start holds them all. */
const tablesAsUsed = {
  name: 'tables-as-used',
  setup({ onLoad }) {
    // Faker has words for everything, and functions that draw them; the fixtures draw names of persons by themselves.
    onLoad({ filter: /[\\/]faker[\\/]dist[\\/]locale[\\/]en\.js$/ }, () => {
      const { first_name, last_name } = faker.rawDefinitions.person;
      const person = { first_name: { generic: first_name.generic }, last_name: { generic: last_name.generic } };
      return { contents: `export const faker = { rawDefinitions: ${inAscii(JSON.stringify({ person }))} };` };
    });
    onLoad({ filter: /[\\/]countries-list[\\/]mjs[\\/]index\.js$/ }, () => {
      const rows = Object.entries(countries).map(([code, { name, phone }]) => [
        code,
        { name, phone: phone.slice(0, 1) },
      ]);
      return { contents: `export const countries = ${inAscii(JSON.stringify(Object.fromEntries(rows)))};` };
    });
    // The types between which Express chooses for a redirect.
    onLoad({ filter: /[\\/]mime-db[\\/]db\.json$/ }, async ({ path }) => {
      const all = JSON.parse(await readFile(path, 'utf8'));
      const used = ['text/html', 'text/plain'].map((type) => [type, all[type]]);
      return { contents: JSON.stringify(Object.fromEntries(used)), loader: 'json' };
    });
  },
};

/** A YAML file becomes JSON in the bundle, so that a start reads no file and parses no YAML. */
const yamlAsJson = {
  name: 'yaml-as-json',
  setup({ onLoad }) {
    onLoad({ filter: /\.yaml$/ }, async ({ path }) => {
      const json = JSON.stringify(parse(await readFile(path, 'utf8')));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(inAscii(json))});` };
    });
  },
};

/** Packs the files of packages, and puts the paths of the packed files into the table of their paths. */
function packageFilesBeside(root, into, copied) {
  return {
    name: 'package-files-beside',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]documents[\\/]package-files\.ts$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const found = [...source.matchAll(/resolve\('(.+?)'\)/g)].map(([, name]) => resolve(name));
        for (const file of found) copied.add(relative(root, file).replaceAll('\\', '/'));
        await Promise.all(
          found.map(async (file) => writeFile(`${into}assets/${basename(file)}.br`, await packed(file, root))),
        );
        const paths = source.replaceAll(/resolve\('.+?([^/]+)'\)/g, "join(__dirname, 'assets/$1.br')");
        return { contents: `import { join } from 'node:path';\n${paths}`, loader: 'ts' };
      });
    },
  };
}

/** A file in brotli's smallest form, kept for later builds since it takes seconds to make. */
async function packed(file, root) {
  const bytes = await readFile(file);
  const kept = `${root}node_modules/.cache/brotli/${createHash('sha256').update(bytes).digest('hex')}`;
  try {
    return await readFile(kept);
  } catch {
    const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
    const made = await promisify(brotliCompress)(bytes, { params });
    await mkdir(dirname(kept), { recursive: true });
    await writeFile(`${kept}.${process.pid}`, made);
    await rename(`${kept}.${process.pid}`, kept);
    return made;
  }
}

/** Without the characters that would make V8 hold the whole text in two bytes each: they stand in patterns, and in comments. */
function inAscii(text) {
  return text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** With a name of its content, which the name of its code cache has too: V8 only compares lengths. */
function named(text) {
  return `// ${createHash('sha256').update(text).digest('hex').slice(0, 16)}\n${text}`;
}
