import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import { sweepProgram } from '../../../src/lab/sweep/sweep.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
});
afterAll(() => simulator.close());

/** A program that asks for the webhook of a fax, and waits for its end. */
const asking =
  (url: string): RunProgram =>
  async (world) => {
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com', callback_url: url });
    await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body }).catch(() => undefined);
    await world.settle();
    return { how: 'passed', detail: 'exit code 0', output: '', ms: 1 };
  };

test('a webhook to a host that is not allowed is no point, and the report says which option allows it', async () => {
  const run = asking('https://crm.example.com/fax');
  const signal = new AbortController().signal;
  const { plan } = await sweepProgram({ simulator, run, jobs: 1, all: false, only: 'busy', skipsWaits: true, signal });
  expect(plan.differences).toEqual([
    '1 webhook to crm.example.com, where nothing is posted: give --allow-hosts crm.example.com, or use a local URL',
  ]);
  expect(plan.classes.flatMap(({ points }) => points).map(({ on }) => on)).toEqual(['sendFax', 'fax']);
});
