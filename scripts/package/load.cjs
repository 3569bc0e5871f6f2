'use strict';
// Loads a bundle of this folder with V8's code cache, so that nothing is compiled at a start but what no start has compiled.
const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');
const { cachedDataVersionTag } = require('node:v8');
const { Script, runInThisContext } = require('node:vm');

const cache = join(__dirname, 'cache');
/** How long after its first use a bundle has what most uses need; after minutes V8 drops it again. */
const settledMs = 1000;

const loaded = new Map();

/** From the sandbox of a test runner, node's own `require` would give bundles the globals of the sandbox. */
const requireBeside = module.isOutside
  ? (id) => (id.startsWith('./') ? load(basename(id, '.cjs')) : require(id))
  : require;

/** The exports of the bundle of that name, which says on the channel `faxsim:NAME` that it is in use. */
module.exports = load;

function load(name) {
  if (!loaded.has(name)) loaded.set(name, loadNow(name));
  return loaded.get(name);
}

function loadNow(name) {
  // Code of Jest's sandbox has globals of its own: there the bundle is a module like any other.
  if (runInThisContext('Object') !== Object) return require(`./${name}.cjs`);
  const filename = join(__dirname, `${name}.cjs`);
  const source = wrappedSource(filename);
  const [, id] = /\/\/ (\w+)/.exec(source);
  const file = `${name}-${id}-${cachedDataVersionTag().toString(16)}.bin`;
  const cachedData = cached(file);
  const script = new Script(source, { filename, cachedData });
  const bundle = { exports: {} };
  script.runInThisContext()(bundle.exports, requireBeside, bundle, filename, __dirname, ...Object.values(time));
  if (cachedData === undefined || script.cachedDataRejected)
    saveOnceUsed(name, () => save(file, script, bundle.exports));
  return bundle.exports;
}

/** The globals that the fake timers of a test replace: bundles have these, whatever is in their place when they are called. */
const time = {
  ...{ Date, performance, queueMicrotask },
  ...{ setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate },
};

const parameters = ['exports', 'require', 'module', '__filename', '__dirname', ...Object.keys(time)];
const wrapper = [`(function (${parameters}) { `, '\n})'];

/**
 * The text of a bundle as a function, put together as bytes: of a string that is made of parts, V8 would make a second one to compile it.
 * The build leaves ASCII only, and a string of one-byte characters is half as large.
 */
function wrappedSource(filename) {
  const [before, after] = wrapper.map((text) => Buffer.from(text));
  return Buffer.concat([before, readFileSync(filename), after]).latin1Slice();
}

function cached(file) {
  try {
    return readFileSync(join(cache, file));
  } catch {
    return undefined;
  }
}

/** A little after the first use, or at the end of the process where that comes first. A mere `--version` uses too little. */
function saveOnceUsed(name, saveNow) {
  const use = () => {
    unsubscribe(`faxsim:${name}`, use);
    const timer = setTimeout(end, settledMs).unref();
    process.once('exit', end);
    function end() {
      clearTimeout(timer);
      process.off('exit', end);
      saveNow();
    }
  };
  subscribe(`faxsim:${name}`, use);
}

/** Leaves the folder as it is where it cannot be written: the next start then takes as long as this one. */
function save(file, script, { parts }) {
  const unfinished = join(cache, `${process.pid}-${file}`);
  const isSaved = succeeds(() => {
    mkdirSync(cache, { recursive: true });
    parts?.();
    writeFileSync(unfinished, script.createCachedData());
    renameSync(unfinished, join(cache, file));
  });
  // In a zip, as Yarn keeps packages, even the removal of a missing file throws.
  if (!isSaved) succeeds(() => rmSync(unfinished, { force: true }));
}

function succeeds(work) {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
