import { expect, test } from '@jest/globals';
import { noticeWait, withNotice } from '../../src/cli/repeated-program.ts';
import type { OwnWorld } from '../../src/index.ts';
import { Patience } from '../../src/lab/sweep/patience.ts';
import type { RunProgram } from '../../src/lab/sweep/trial-run.ts';

const passed = { how: 'passed', detail: 'exit code 0', ms: 1, output: '' } as const;
const world = { baseUrl: 'http://127.0.0.1:8329/w/one' } as OwnWorld;

/** Runs a program once, without any time of its own. */
async function runOnce(program: RunProgram): Promise<void> {
  const patience = new Patience(600_000);
  await program(world, { patience, signal: new AbortController().signal });
  patience.end();
}

test('a first run that takes long is named once, with its limit and the webhooks of its world', async () => {
  const lines: string[] = [];
  let end = (): void => undefined;
  const named = new Promise<typeof passed>((resolve) => (end = () => resolve(passed)));
  const say = (line: string): void => {
    lines.push(line);
    end();
  };
  const program = withNotice(() => named, say, 0);
  await runOnce(program);
  await runOnce(program);
  expect(lines).toEqual([
    expect.stringMatching(
      /Without progress it ends after 10m, .* http:\/\/127\.0\.0\.1:8329\/_faxsim\/ui\/w\/one\/webhooks$/,
    ),
  ]);
});

test('a first run that ends in time is not named', async () => {
  const lines: string[] = [];
  const quick: RunProgram = () => Promise.resolve(passed);
  await runOnce(withNotice(quick, (line) => void lines.push(line), 0));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(lines).toEqual([]);
});

test('a wait is named by the program that waits, with the webhooks that it may refuse, unless it ends before', async () => {
  const lines: string[] = [];
  const waiting = { run: 'the program', end: '', baseUrl: world.baseUrl };
  const stop = noticeWait(waiting, (line) => void lines.push(line), 0);
  stop();
  await new Promise<void>((resolve) => {
    noticeWait(waiting, (line) => resolve(void lines.push(line)), 0);
  });
  expect(lines).toEqual([
    expect.stringMatching(/^faxsim: the program still goes on after 0s?.* --webhook-token, .*\/webhooks$/),
  ]);
});
