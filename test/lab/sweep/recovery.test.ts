import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { errorText } from '../../../src/model/shared/errors.ts';
import { scenarioText } from '../../../src/lab/sweep/plan.ts';
import { sweepJson } from '../../../src/lab/sweep/report/json.ts';
import { sweepProgram } from '../../../src/lab/sweep/sweep.ts';
import type { SweepOptions } from '../../../src/lab/sweep/sweep-result.ts';
import { sweepPage, sweepText } from '../../support/sweep-report.ts';
import { making } from '../../support/report-making.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
  await clientOf(await simulator.world())('/faxes'); // the first call of a process loads what others find
});
afterAll(() => simulator.close());

const to = '+12025550123';
const letter = new URLSearchParams({ to, content_url: 'https://example.com', 'tag[letter]': '7' });

function clientOf({ baseUrl, credentials: { live } }: OwnWorld) {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  return async <T>(path: string, body?: URLSearchParams): Promise<T> => {
    const init = body === undefined ? {} : { method: 'POST', body };
    const answer = await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init, signal: AbortSignal.timeout(2000) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  };
}

/** Looks for its letter before it sends it again. */
const sending = (isCareful: boolean) => async (world: OwnWorld) => {
  const call = clientOf(world);
  const lookup = (): Promise<unknown[]> => call('/faxes?tag[letter]=7');
  await call('/faxes', letter).catch(async () => {
    const found = await (isCareful ? lookup() : lookup().catch(() => []));
    if (found.length === 0) await call('/faxes', letter);
  });
};

/** Reads the list twice, and once more if a response is lost. */
const polling = async (world: OwnWorld) => {
  const call = clientOf(world);
  for (let polls = 0; polls < 2;)
    polls += await call('/faxes').then(
      () => 1,
      () => 0.5,
    );
};

const sweepOf = (program: (world: OwnWorld) => Promise<void>, options: Partial<SweepOptions> = {}) =>
  sweepProgram({
    simulator,
    run: async (world) => {
      const [how, detail] = await program(world).then(
        () => ['passed', ''] as const,
        (error: unknown) => ['failed', errorText(error)] as const,
      );
      return { how, detail, ms: 1, output: '' };
    },
    jobs: 1,
    all: false,
    skipsWaits: true,
    signal: new AbortController().signal,
    ...options,
  });

const pair = 'send-fax-lost-answer-then-list-faxes-unavailable';

test('a second fault is tried where the recovery from a first one has other requests', async () => {
  const { results, recoveries } = await sweepOf(sending(false), { only: pair });
  expect(results.map(({ trial: { name }, verdict }) => `${name} ${verdict}`)).toEqual([
    'sweep-001-send-fax-lost-answer unaffected',
    'sweep-001-send-fax-lost-answer-then-001-list-faxes-unavailable wrong',
  ]);
  expect(results[1]!.because).toEqual([expect.stringContaining(`2 faxes to ${to} in place of 1`)]);
  expect(recoveries.map(({ points }) => points.map(({ on }) => on))).toEqual([['listFaxes']]);
});

test('a program that fails with its lookup has no finding', async () => {
  const { results } = await sweepOf(sending(true), { only: pair });
  expect(results.map(({ verdict }) => verdict)).toEqual(['unaffected', 'degraded']);
});

test('the reports and the scenario have both faults', async () => {
  const result = await sweepOf(sending(false), { only: pair });
  const files = { findings: [], again: () => '', scenarioFile: () => '' };
  expect(sweepText(result, files)).toContain(
    'While the program recovers from lost-answer at sendFax\n\n             listFaxes\nunavailable  W\n',
  );
  expect(sweepText(result, files)).toContain('2 runs, 1 of them with a second fault, in ');
  const { recoveries, results } = sweepJson(result, files);
  expect(recoveries).toMatchObject([
    {
      after: { fault: 'lost-answer', label: 'sendFax' },
      points: [{ label: 'listFaxes' }],
      faults: [{ fault: 'unavailable' }],
    },
  ]);
  expect(results.map(({ after }) => after)).toEqual([null, 'sweep-001-send-fax-lost-answer']);
  const text = scenarioText(result.results[1]!.trial);
  expect(text).toMatch(/id: unavailable\n[^]*id: first-lost-answer\n/);
});

test('second faults come after all first ones, and add 40 % to the runs at most', async () => {
  const { results } = await sweepOf(sending(false));
  const isSecond = results.map(({ trial }) => trial.first !== undefined);
  const first = isSecond.indexOf(true);
  expect(first).toBeGreaterThan(0);
  expect(isSecond.slice(first)).not.toContain(false);
  expect(isSecond.length - first).toBeLessThanOrEqual(0.4 * first);
});

test('the reports say which second faults were left out, and each of them can be tried', async () => {
  const result = await sweepOf(sending(false));
  const { leftOut, results } = result;
  expect(leftOut.length).toBeGreaterThan(0);
  expect(results.filter(({ trial }) => leftOut.includes(trial))).toEqual([]);
  const files = { findings: [], again: () => '', scenarioFile: () => '' };
  const report = sweepJson(result, files).left_out;
  expect(report.reduce((sum, one) => sum + one.second_faults, 0)).toBe(leftOut.length);
  const { after, second_faults: count, only } = report[0]!;
  const text = `${count} after ${after.fault} at ${after.label}: --only ${only}`;
  expect(sweepText(result, files)).toContain(
    `Left out, since second faults add at most 40 % to the runs\n${leftOut.length} second faults.\n  ${text}\n`,
  );
  const page = sweepPage(result, files, making).replaceAll(/<\/?span[^>]*>/g, ''); // around words that stay whole
  expect(page).toContain(`<li>${text}</li>`);
  const names = leftOut.filter(({ first }) => first?.name === after.name).map(({ name }) => name);
  const { results: tried, leftOut: none } = await sweepOf(sending(false), { only });
  expect(tried.map(({ trial: { name } }) => name)).toEqual(expect.arrayContaining(names));
  expect(none).toEqual([]);
});

test('a sweep whose budget is used up by first faults names the second ones as not done', async () => {
  const stop = new AbortController();
  const { undone, stoppedBy } = await sweepOf(sending(false), {
    only: pair,
    signal: stop.signal,
    onProgress: ({ results }) => results.length > 0 && stop.abort(),
  });
  expect(stoppedBy).toBe('signal');
  expect(undone.map(({ name }) => name)).toEqual(['sweep-001-send-fax-lost-answer-then-001-list-faxes-unavailable']);
});

test('they can be left out', async () => {
  const { recoveries, results } = await sweepOf(sending(false), { recovery: false });
  expect(recoveries).toEqual([]);
  expect(results.every(({ trial }) => trial.first === undefined)).toBe(true);
});

test('a program that polls once more has no recovery', async () => {
  const { recoveries } = await sweepOf(polling);
  expect(recoveries).toEqual([]);
});

test('a second part that no fault of a recovery has is refused', async () => {
  await expect(sweepOf(sending(false), { only: 'send-fax-lost-answer-then-fax-busy' })).rejects.toThrow(
    '--only must be a part of the name of a planned scenario',
  );
});
