// `execArgv: ['--import', …]` of a worker thread makes it one of an installation without sharp's own code.
import { register } from 'node:module';

register(
  `data:text/javascript,${encodeURIComponent(`
    export function resolve(specifier, context, next) {
      if (specifier === 'sharp') throw new Error('Could not load the "sharp" module\\nUnsupported CPU\\nPossible solutions:\\n- many');
      return next(specifier, context);
    }`)}`,
);
