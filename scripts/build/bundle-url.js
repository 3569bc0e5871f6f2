/** Stands for `import.meta.url`, which CommonJS has not. Only the bundles that use it get it. */
export const bundleUrl = /* @__PURE__ */ (() => require('node:url').pathToFileURL(__filename).href)();
