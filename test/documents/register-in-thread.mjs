// `execArgv: ['--import', …]` of a worker thread makes it run TypeScript, as register-typescript.mjs does for a process.
import { register } from 'node:module';

register('../support/register-typescript.mjs', import.meta.url);
