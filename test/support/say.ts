import { writeSync } from 'node:fs';

/** Says a line to the test that runs this process; it has left the process when this returns. See `child.ts`. */
export function say(line: string | number): void {
  writeSync(3, `${line}\n`);
}
