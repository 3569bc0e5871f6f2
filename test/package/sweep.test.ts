import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../src/index.ts';
import { sweep } from '../../src/package/sweep.ts';
import type { SweepTestOptions, TestSweep } from '../../src/package/sweep.ts';
import { sweepProgram } from '../../src/lab/sweep/sweep.ts';
import type { RunProgram } from '../../src/lab/sweep/trial-run.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
});
afterAll(() => simulator.close());

type Options = Omit<SweepTestOptions, 'simulator'>;

const to = '+12025550123';

function clientOf({ baseUrl, credentials: { live } }: OwnWorld) {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  return async (path: string, fields?: Record<string, string>): Promise<{ id: number; status: string }> => {
    const init = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init, signal: AbortSignal.timeout(2000) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return ((await answer.json()) as { data: { id: number; status: string } }).data;
  };
}

const fax = { to, content_url: 'https://example.com' };

/** Tries again at once, as programs do that do not expect an answer to be lost. */
async function sendTwiceIfNeeded(world: OwnWorld): Promise<{ id: number }> {
  const call = clientOf(world);
  return call('/faxes', fax).catch(() => call('/faxes', fax));
}

/** Sends a fax, and reads it at such an interval until it has one of the statuses. */
const polling = (ms: number, ends: readonly string[]) => async (world: OwnWorld) => {
  const call = clientOf(world);
  const { id } = await call('/faxes', fax);
  for (let status = ''; !ends.includes(status);) {
    ({ status } = await call(`/faxes/${id}`));
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
};
const untilSuccess = (ms: number) => polling(ms, ['success']);

/** The findings of a sweep, as `fault: verdict`. */
async function findingsOf(run: (world: OwnWorld) => unknown, options: Options = {}): Promise<string[]> {
  const accept = allFaults.map((fault) => ['sendFax', 'getFax', 'fax'].map((at) => `${at}: ${fault}`)).flat();
  const { findings }: TestSweep = await sweep(run, { simulator, accept, ...options });
  return findings.map(({ fault, verdict }) => `${fault}: ${verdict}`);
}

const allFaults = ['lost-answer', 'late-error', 'unanswered', 'cut-off', 'garbage', 'rate-limited', 'busy', 'stuck'];

describe('a sweep finds', () => {
  test('a fax that is sent again after its answer was lost', async () => {
    expect(await findingsOf(sendTwiceIfNeeded, { only: 'lost-answer' })).toEqual(['lost-answer: wrong']);
  });

  test('a Retry-After that the program ignores', async () => {
    expect(await findingsOf(sendTwiceIfNeeded, { only: 'rate-limited' })).toEqual(['rate-limited: wrong']);
  });

  test('a failed fax that the program takes for a sent one', async () => {
    expect(await findingsOf(polling(20, ['success', 'failure']), { only: 'fax-busy' })).toEqual(['busy: wrong']);
  });

  test('a wait without an end', async () => {
    expect(await findingsOf(untilSuccess(5), { only: 'fax-stuck', limitMs: 300 })).toEqual(['stuck: broken']);
  });
});

test('a world moves on by itself when all wait: ten seconds of a fax fit into a limit of five', async () => {
  const { findings, runs } = await sweep(untilSuccess(200), { simulator, only: 'slow-fax', limitMs: 5000 });
  expect({ findings, runs }).toEqual({ findings: [], runs: 1 });
});

test('a sweep finds nothing in a program that reports every failure', async () => {
  const { findings, runs } = await sweep((world) => clientOf(world)('/faxes', fax), { simulator });
  expect(findings).toEqual([]);
  expect(runs).toBeGreaterThan(10);
});

test('a finding that is not accepted rejects the sweep, with the fault in a sentence', async () => {
  await expect(sweep(sendTwiceIfNeeded, { simulator, only: 'lost-answer' })).rejects.toThrow(
    `sendFax(v2.1, to=${to}, content_url=https://example.com)#1: the service carries out the request, but its response is lost. 2 faxes to ${to} in place of 1`,
  );
});

test('a sweep refuses a test that does not pass without a fault', async () => {
  const failing = (): never => {
    throw new Error('expected 1, got 2');
  };
  await expect(sweep(failing, { simulator })).rejects.toThrow(
    'the program must pass without a fault, but it ends with expected 1, got 2',
  );
});

test('a sweep refuses a test that does not use its world', async () => {
  await expect(sweep(() => undefined, { simulator })).rejects.toThrow('sends no request to its world');
});

test('a run that cannot be made ends the runs beside it', async () => {
  const ending = { how: 'passed', detail: '', ms: 1, output: '' } as const;
  let runs = 0;
  const stopped: number[] = [];
  const run: RunProgram = async (world, { signal }) => {
    runs += 1;
    if (runs === 3) throw new Error('no such program');
    if (runs < 3) {
      await clientOf(world)('/faxes', fax);
      return ending;
    }
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        stopped.push(runs);
        resolve({ ...ending, how: 'stopped' });
      });
      if (signal.aborted) signal.dispatchEvent(new Event('abort'));
    });
  };
  const { signal } = new AbortController();
  const sweeping = sweepProgram({ simulator, run, jobs: 2, all: false, skipsWaits: false, signal });
  await expect(sweeping).rejects.toThrow('no such program');
  expect(stopped).toHaveLength(runs - 3);
});
