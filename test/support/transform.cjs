// All that Jest compiles of a test module: `environment.mjs` runs the module itself.
module.exports = {
  process: () => ({ code: 'runInMainContext(module, require);' }),
  getCacheKey: () => 'runInMainContext',
};
