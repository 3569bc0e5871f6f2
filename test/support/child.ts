import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const at = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A program of this folder as a process of its own. */
export interface Child {
  /** Its output, line by line; ends with it. */
  readonly lines: AsyncIterable<string>;
  /** How it ended, with all that it wrote to its stderr: a child that breaks says why. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; stderr: string }>;
  kill(signal: NodeJS.Signals): void;
}

export function runChild(name: string, ...args: string[]): Child {
  // Its output has a pipe of its own. Node makes stdout one that does not block: a write to it fails while no process reads.
  const child = spawn(process.execPath, ['--import', at('register-typescript.mjs'), at(name), ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , stderr, said] = child.stdio as [null, null, Readable, Readable, undefined];
  const errors = text(stderr);
  const ended = once(child, 'exit').then(async ([code, signal]) => ({ code, signal, stderr: await errors }));
  return {
    lines: createInterface(said)[Symbol.asyncIterator](),
    ended,
    kill: (signal) => void child.kill(signal),
  };
}
