import asyncHooks from 'node:async_hooks';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestEnvironment } from 'jest-environment-node';
import typescript from './typescript.cjs';

// Threads that a test starts take over how this process loads modules.
process.execArgv.push('--import', new URL('../documents/register-in-thread.mjs', import.meta.url).href);

const tests = fileURLToPath(new URL('../', import.meta.url));
const once = fileURLToPath(new URL('../once/', import.meta.url));

/** Whether Jest loads a module for each test file: a test, its support, or Jest's own functions. */
function isOfTestFile(name, from) {
  if (!name.startsWith('.') || !name.endsWith('.ts')) return name === '@jest/globals';
  const path = resolve(dirname(from), name);
  return path.startsWith(tests) && !path.startsWith(once);
}

/** Runs a module of a test file in node's own context, where a process loads all other modules only once. */
function runInMainContext(module, requireByJest) {
  const requireByNode = createRequire(module.filename);
  typescript.run(module, (name) => (isOfTestFile(name, module.filename) ? requireByJest(name) : requireByNode(name)));
}

/** The constructors with which `expect` compares the values of tests; it runs in a context of its own. */
const constructors = Object.fromEntries(
  ['Array', 'BigInt', 'Boolean', 'Date', 'Error', 'Function', 'Map', 'Number', 'Object', 'Promise', 'RegExp']
    .concat(['Set', 'String', 'Symbol'])
    .map((name) => [name, globalThis[name]]),
);

const stores = new Set();

const { AsyncLocalStorage } = asyncHooks;

// Jest opens a store for each test file and never closes it. Each open store slows all promises of the process down.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', {
  value: class extends AsyncLocalStorage {
    constructor(options) {
      super(options);
      stores.add(this);
    }
  },
});

export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, constructors, { runInMainContext });
  }

  async teardown() {
    await super.teardown();
    for (const store of stores) store.disable();
    stores.clear();
  }
}
