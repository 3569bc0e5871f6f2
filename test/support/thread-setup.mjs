// Threads that a test starts take over how this process loads modules. Jest loads them by itself, so the threads need a way
// of their own to run TypeScript.
process.execArgv.push('--import', new URL('../documents/register-in-thread.mjs', import.meta.url).href);
