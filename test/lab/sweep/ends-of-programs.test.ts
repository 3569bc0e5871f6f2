import { expect, test } from '@jest/globals';
import { Patience } from '../../../src/lab/sweep/patience.ts';
import { runProgram } from '../../../src/lab/sweep/program.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const newDirectory = temporaryDirectories();

/** Ends when a daemon has begun, which prints a line as soon as the program is gone. */
const printsAfterItsEnd = `
  setsid sh -c "touch begun; while kill -0 $$; do :; done; echo it failed" &
  while [ ! -e begun ]; do :; done
  exit 1`;

// Node tells of the end of a program before its last lines when it learns of both at once.
test('the lines are read that come after the end of a program', async () => {
  const patience = new Patience(60_000);
  const { signal } = new AbortController();
  const options = { env: process.env, cwd: await newDirectory(), inShell: true, keepsDaemons: true } as const;
  const { detail, output } = await runProgram([printsAfterItsEnd], { ...options, patience, signal });
  patience.end();
  expect(detail).toBe('exit code 1');
  expect(output).toContain('it failed');
});

test('the end of a killed program says whether faxsim killed it', async () => {
  const endOf = async (program: string, limitMs: number) => {
    const patience = new Patience(limitMs);
    const { signal } = new AbortController();
    patience.begin();
    const ending = await runProgram([process.execPath, '-e', program], { env: process.env, patience, signal });
    patience.end();
    return { how: ending.how, detail: ending.detail };
  };
  expect(await endOf('process.kill(process.pid, "SIGKILL")', 60_000)).toEqual({
    how: 'crashed',
    detail: 'SIGKILL, which faxsim did not send',
  });
  expect(await endOf('setInterval(() => {}, 1000)', 50)).toEqual({ how: 'endless', detail: 'killed by faxsim' });
});
