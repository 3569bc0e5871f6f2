// `execArgv: ['--import', …]` makes a worker thread run TypeScript.
import { register } from 'node:module';

register('./thread-entry.mjs', import.meta.url);
