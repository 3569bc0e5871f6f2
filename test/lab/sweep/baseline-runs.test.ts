import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OwnWorld } from '../../../src/control/client/world-handle.ts';
import { startFrom } from '../../../src/index.ts';
import type { RunningSimulator } from '../../../src/index.ts';
import type { WatchMachine } from '../../../src/lab/sweep/machine.ts';
import { planText } from '../../../src/lab/sweep/report/progress.ts';
import type { SweepOptions } from '../../../src/lab/sweep/sweep-result.ts';
import { sweepProgram } from '../../../src/lab/sweep/sweep.ts';
import { answering } from '../../support/posts.ts';

const [ann, ben] = ['+12025550101', '+12025550102'];
let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startFrom({ port: 0, fixture: 'empty', seed: 3 }, { post: answering(200) });
});
afterAll(() => simulator.close());

function clientOf({ baseUrl, credentials: { live } }: OwnWorld) {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const call = async (path: string, init: RequestInit = {}): Promise<void> => {
    await (await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init })).text();
  };
  return {
    list: () => call('/faxes'),
    send: (to: string) =>
      call('/faxes', { method: 'POST', body: new URLSearchParams({ to, content_url: 'https://example.com' }) }),
  };
}

const idle: WatchMachine = () => () => false;
const busy: WatchMachine = () => () => true;
const isNotPlanned = 'port-order-rejected';

/** The plan of a program whose nth run does this, from 0, and the number of its runs. */
async function planOf(
  work: (client: ReturnType<typeof clientOf>, nth: number) => Promise<void>,
  watch = idle,
  limits: Pick<SweepOptions, 'limitMs' | 'leastLimitMs'> = {},
) {
  let runs = 0;
  const { plan } = await sweepProgram({
    ...{ jobs: 1, all: false, skipsWaits: true, signal: new AbortController().signal },
    ...{ ...limits, simulator, watch, only: isNotPlanned, mayPlanNone: true as const },
    run: async (world) => {
      await work(clientOf(world), runs++);
      return { how: 'passed', detail: 'passed', ms: 1, output: '' };
    },
  });
  return { plan, runs, points: plan.classes.flatMap(({ points }) => points.map(({ on }) => on)) };
}

test.each([
  ['at least', { leastLimitMs: 40_000 }, 40_000],
  ['no shorter than usual for', { leastLimitMs: 1 }, 11_000],
  ['replaced by the given one, not by', { limitMs: 12_000, leastLimitMs: 40_000 }, 12_000],
])('the limit of a run is %s that of the earlier sweep', async (_name, limits, limitMs) => {
  const { plan } = await planOf(({ list }) => list(), idle, limits);
  expect(plan.limitMs).toBe(limitMs);
});

describe('a run without a fault in which the program gave up on a response', () => {
  const givingUpAt =
    (slow: number) =>
    async ({ list, send }: ReturnType<typeof clientOf>, nth: number): Promise<void> => {
      await send(ann);
      if (nth !== slow) await list();
    };

  test.each([0, 1])('leaves out no point of a busy machine: run %i', async (slow) => {
    const { points, runs, plan } = await planOf(givingUpAt(slow), busy);
    expect({ points, runs }).toEqual({ points: ['sendFax', 'listFaxes', 'fax'], runs: 3 });
    expect(plan.differences).toEqual([]);
  });

  test('is one of two that differ where the machine had time', async () => {
    const { points, runs, plan } = await planOf(givingUpAt(0));
    expect({ points, runs }).toEqual({ points: ['sendFax', 'fax'], runs: 2 });
    expect(plan.differences).toEqual([expect.stringContaining('listFaxes')]);
  });
});

describe('the plan says that a runner shuffles its tests', () => {
  const said = 'give a runner that shuffles its tests a fixed seed';

  test('where both runs send the same in another order', async () => {
    const { plan } = await planOf(async ({ send }, nth) => {
      for (const to of nth === 0 ? [ann, ben] : [ben, ann]) await send(to);
    });
    expect(planText(plan)).toContain(said);
  });

  test.each<[string, (nth: number) => readonly string[]]>([
    ['the order is the same', () => [ann, ben]],
    ['the second run sends something else', (nth) => (nth === 0 ? [ann, ben] : [ben])],
    ['the numbers are new in each run', (nth) => [`+1202555012${nth}`, ann]],
  ])('but not where %s', async (_name, numbers) => {
    const { plan } = await planOf(async ({ send }, nth) => {
      for (const to of numbers(nth)) await send(to);
    });
    expect(planText(plan)).not.toContain(said);
  });
});

test.each([
  ['v3', false],
  ['v2.1', true],
])('the plan of a program of %s advises a token for forged webhooks: %s', async (version, isAdvised) => {
  const { plan } = await planOf(({ send }) => send(ann));
  const points = plan.classes.flatMap((one) => one.points.map((point) => ({ ...point, where: { version } })));
  const text = planText({ ...plan, classes: [{ points, tried: [] }] });
  expect(text.includes('--webhook-token TOKEN signs them')).toBe(isAdvised);
});
