import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lockDirectory } from '../../src/store/disk/lock.ts';
import { say } from './say.ts';

// Locks the directory named by the first argument, and ends without waiting for anything: `held`, once it has the lock;
// `taking`, as soon as there is a lock file; `releasing`, right after it has begun to give the lock back.

const [, , directory = '', when = ''] = process.argv;

const locking = lockDirectory(directory, { pid: process.pid, hostname: 'here' });
if (when === 'taking') {
  while (!existsSync(join(directory, 'faxsim.lock'))) await new Promise(setImmediate);
} else {
  const lock = await locking;
  say(readdirSync(directory).join());
  if (when === 'releasing') void lock.release();
}
process.exit(3);
