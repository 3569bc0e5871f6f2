'use strict';
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { runInThisContext, Script } = require('node:vm');
const { entry, entryOfRealm } = require('./entry.cjs');

// The sandbox of a test runner has globals of its own, and a registry of modules for each test file.
const isSandbox = runInThisContext('Object') !== Object;
const { ControlError, openSimulator, startSimulator } = isSandbox
  ? entryOfRealm((options) => loaderOutside()('simulator').door().startForRealm(options))
  : entryOf(require('./load.cjs'));
exports.ControlError = ControlError;
exports.openSimulator = openSimulator;
exports.startSimulator = startSimulator;

/** Takes the loader at once, since it keeps the timers that fake ones of a test replace later. */
function entryOf(load) {
  return entry((options) => load('simulator').embedded().startSimulator(options));
}

/** The loader of node's own realm, which keeps the simulator for all test files of a process. */
function loaderOutside() {
  const outside = runInThisContext('globalThis');
  return (outside[Symbol.for(`faxsim in ${__dirname}`)] ??= evaluateOutside(join(__dirname, 'load.cjs')));
}

/** Evaluates a module in node's own realm, with nothing of the sandbox, which would then outlive its test file. */
function evaluateOutside(filename) {
  const module = runInThisContext('({ exports: {}, isOutside: true })');
  const code = `(function (require, module, __dirname) { ${readFileSync(filename, 'utf8')}\n})`;
  // The `require` of the sandbox works until its test file ends.
  const { createRequire } = runInThisContext('process').getBuiltinModule('node:module');
  new Script(code, { filename }).runInThisContext()(createRequire(filename), module, __dirname);
  return module.exports;
}
