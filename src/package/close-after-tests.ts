import { relative } from 'node:path';
import { clearInterval, setInterval } from 'node:timers'; // the real ones, also where a test has fake timers
import { printable } from '../model/shared/words.ts';

/** The object that Jest gives to each module of a test file. */
declare const jest: { readonly isEnvironmentTornDown?: () => boolean } | undefined;

interface TestGlobals {
  readonly expect?: { readonly getState?: () => { readonly testPath?: string } };
}

const lookEveryMs = 50;

const open = new Set<() => Promise<void>>();
let watch: NodeJS.Timeout | undefined;

/**
 * Returns the function that closes a simulator. Jest calls it when the tests of a file are over and the file has not
 * called it; stderr then names the file. An open simulator would keep Jest running.
 */
export function closeAfterTests(close: () => Promise<void>): () => Promise<void> {
  const { isEnvironmentTornDown } = typeof jest === 'undefined' ? {} : jest;
  if (isEnvironmentTornDown === undefined) return close;
  const file = testFile();
  open.add(close);
  watch ??= setInterval(() => isEnvironmentTornDown() && closeRest(file), lookEveryMs).unref();
  return () => {
    forget(close);
    return close();
  };
}

function closeRest(file: string): void {
  const count = open.size === 1 ? 'a simulator' : `${open.size} simulators`;
  process.stderr.write(
    `faxsim: ${printable(file)} ended with ${count} open, which faxsim has closed. Close each yourself: afterAll(() => simulator.close())\n`,
  );
  for (const close of open) {
    forget(close);
    void close().catch(() => undefined); // a fault after the tests is no result of theirs
  }
}

function forget(close: () => Promise<void>): void {
  open.delete(close);
  if (open.size > 0) return;
  clearInterval(watch);
  watch = undefined;
}

function testFile(): string {
  const { expect } = globalThis as TestGlobals;
  const path = expect?.getState?.().testPath;
  return path === undefined ? 'a test file' : relative(process.cwd(), path);
}
