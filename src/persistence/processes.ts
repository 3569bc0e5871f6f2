import { readFile } from 'node:fs/promises';
import { errorCode } from '../shared/errors.ts';

/** Whether there is such a process on this host, as far as this one can see. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return errorCode(error) !== 'ESRCH';
  }
}

/**
 * The start time of a process in the kernel's own count; it distinguishes a process from a later one with its pid.
 * Undefined where there is no /proc, and for processes that have ended. A zombie is `defunct`.
 */
export async function startOf(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The second field is the program's name in brackets, in which anything can stand.
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return state === 'Z' ? 'defunct' : rest[18];
}
