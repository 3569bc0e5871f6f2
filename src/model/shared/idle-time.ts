import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Duration of a tick, in which Linux counts time, in ms. */
const tickMs = 10;

/** The total idle time of all processors of the machine, in ms; undefined if the system does not tell. */
export function idledMs(): number | undefined {
  const idled = process.platform === 'linux' ? idledOfLinux() : idledOfAll();
  return idled > 0 ? idled : undefined;
}

/** Reads `cpu user nice system idle …`, the sum of all processors. It costs less than `cpus()`. */
function idledOfLinux(): number {
  try {
    const [, , , , idle] = readFileSync('/proc/stat', 'latin1').split(/ +/, 5);
    return Number(idle) * tickMs;
  } catch {
    return 0;
  }
}

const idledOfAll = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
