// `require` of TypeScript, and of YAML. The compiled code is kept on disk for other processes and threads.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { dirname, join, relative } = require('node:path');
const { threadId } = require('node:worker_threads');
const { compileFunction, constants } = require('node:vm');

const root = join(__dirname, '../..');
const kept = join(root, 'node_modules/.cache/typescript');

const options = {
  jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
  inlineSourcesContent: false,
};

/** Runs a file as a module of CommonJS, with its own `require`. */
function run(module, require) {
  const { filename } = module;
  const path = join(kept, `${relative(root, filename)}.cjs`);
  const names = ['exports', 'require', 'module', '__filename', '__dirname'];
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  // The compiled file has the map with which a stack shows the lines of the source.
  const body = compileFunction(compiled(filename, path), names, { filename: path, importModuleDynamically });
  body(module.exports, require, module, filename, dirname(filename));
}

function compiled(filename, path) {
  const source = readFileSync(filename, 'utf8');
  const mark = `\n// ${createHash('sha256').update(JSON.stringify(options)).update(source).digest('hex')}\n`;
  const known = contentOf(path);
  if (known?.endsWith(mark)) return known;
  const { transformSync } = require('@swc/core'); // which takes a while to load
  const ignoreDynamic = filename.endsWith('.test.ts'); // a test imports code from data: URLs
  const { code } = transformSync(source, { ...options, module: { ...options.module, ignoreDynamic }, filename });
  const mine = `${path}.${process.pid}.${threadId}`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(mine, code + mark);
  renameSync(mine, path);
  return code;
}

function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

require.extensions['.yaml'] = (module) => {
  const { parse } = require('yaml');
  module.exports = parse(readFileSync(module.filename, 'utf8'));
};

require.extensions['.ts'] = (module) => run(module, module.require.bind(module));

module.exports = { run };
