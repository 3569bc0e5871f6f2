#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { commandNamed } from './commands/catalogue.ts';
import { readCommandLine } from './commands/command-line.ts';
import { helpText } from './commands/help.ts';
import { Failure } from './failure.ts';

/** How long an end without a hanging look-up may take, its output included. */
const endsByItselfMs = 100;

async function run(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2), process.env);
  const { asked, command, options } = commandLine;
  if (options.help) process.stdout.write(helpText(asked));
  else if (options.version) process.stdout.write(`${version()}\n`);
  else return (await commandNamed(command)?.load())?.(commandLine) ?? 0;
  return 0;
}

/** From the package of which this file is `dist/src/main.js`. */
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return /"version": "(.*)"/.exec(text)?.[1] ?? 'unknown';
}

// Read by glibc before its first look-up: it gives up after 2 s then, not 10. musl does not read it.
process.env['RES_OPTIONS'] ??= 'timeout:1 attempts:2';

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Failure ? `faxsim: ${error.message}` : error);
  process.exitCode = error instanceof Failure ? error.exitCode : 1;
}
// A look-up that DNS does not answer cannot be broken off, and even process.exit waits for the one that is running; but it
// drops those that wait for their turn.
setTimeout(() => process.exit(), endsByItselfMs).unref();
