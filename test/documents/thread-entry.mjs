import { fileURLToPath } from 'node:url';

const typescript = new URL('../support/typescript.cjs', import.meta.url).href;

/** The entry of a thread is the only module of these hooks; it and all that it imports become CommonJS. */
export function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const source = `
    import { createRequire } from 'node:module';
    import ${JSON.stringify(typescript)};
    createRequire(import.meta.url)(${JSON.stringify(fileURLToPath(url))});
  `;
  return { format: 'module', source, shortCircuit: true };
}
