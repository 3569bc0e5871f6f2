import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';

/** Returns a function that makes fresh directories; all of them are removed after the file's tests. */
export function temporaryDirectories(): () => Promise<string> {
  const made: string[] = [];
  afterAll(async () => {
    for (const directory of made) await rm(directory, { recursive: true, force: true });
  });
  return async () => {
    const directory = await mkdtemp(join(tmpdir(), 'faxsim-test-'));
    made.push(directory);
    return directory;
  };
}

/** Beside the code caches of programs: neither a packed package nor a comparison of builds has what is there. */
const withinPackage = new URL('../../dist/cache/', import.meta.url).pathname;

/** A fresh directory within the package, where its name can be imported. The caller removes it. */
export async function makeDirectoryInPackage(): Promise<string> {
  await mkdir(withinPackage, { recursive: true });
  return mkdtemp(join(withinPackage, 'examples-'));
}
