import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies a data directory that a process holds to another place, as if the process had been killed just now. */
export async function copyAsKilled(directory: string, copy: string): Promise<string> {
  await cp(directory, copy, { recursive: true });
  await rm(join(copy, 'faxsim.lock'), { force: true });
  return copy;
}
