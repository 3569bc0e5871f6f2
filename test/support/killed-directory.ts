import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies a data directory that a process holds to another place, as if the process had been killed just now: in one step,
 * since a process that goes on meanwhile would leave a mixture of two states.
 */
export async function copyAsKilled(directory: string, copy: string): Promise<string> {
  cpSync(directory, copy, { recursive: true });
  await rm(join(copy, 'faxsim.lock'), { force: true });
  return copy;
}
