import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { errorText } from '../../../src/model/shared/errors.ts';
import { sweep } from '../../../src/package/sweep.ts';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
});
afterAll(() => simulator.close());

interface Shown {
  readonly id: number;
  readonly status: string;
  readonly from_number: string;
}

function clientOf({ baseUrl, credentials: { live } }: OwnWorld) {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  return async <T = Shown>(path: string, fields?: Record<string, string>): Promise<T> => {
    const init = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init, signal: AbortSignal.timeout(1500) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  };
}

/** Reads a fax until its end, for a while. */
async function endOf(call: ReturnType<typeof clientOf>, id: number): Promise<string | undefined> {
  for (let poll = 0; poll < 30; poll++) {
    const { status } = await call(`/faxes/${id}`);
    if (status === 'failure' || status === 'success') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return undefined;
}

const letterTo = (to: string, tag = 'a letter') => ({ to, content_url: 'https://example.com', 'tag[letter]': tag });

/** The findings in a program with these faults, in sentences. */
async function findingsIn(run: (world: OwnWorld) => unknown, only: string): Promise<string[]> {
  return sweep(run, { simulator, only, limitMs: 60_000 }).then(
    () => [],
    (error: unknown) => errorText(error).split('\n').slice(1),
  );
}

describe('a fault that changes the course of a fax', () => {
  const busy = '+15555551017';
  const sendToBusy = async (world: OwnWorld): Promise<void> => {
    const call = clientOf(world);
    const { id } = await call('/faxes', letterTo(busy));
    await endOf(call, id);
  };

  test.each(['slow-fax', 'stuck', 'fax-busy'])(
    'accuses no program of a fax that fails without it: %s',
    async (fault) => {
      expect(await findingsIn(sendToBusy, fault)).toEqual([]);
    },
  );

  /** Sends letters; each that fails has a substitute to a number of last resort. */
  const withSubstitutes = (numbers: readonly string[], substitute: string) => async (world: OwnWorld) => {
    const call = clientOf(world);
    for (const to of numbers) {
      const { id } = await call('/faxes', letterTo(to));
      if ((await endOf(call, id)) === 'failure') await call('/faxes', letterTo(substitute));
    }
  };

  test.each([
    ['as one that fails without it has', [busy, '+12025550123']],
    ['though no other has', ['+12025550123']],
  ])('may make the program send a substitute, %s', async (_how, numbers) => {
    expect(await findingsIn(withSubstitutes(numbers, '+12025550177'), 'fax-busy')).toEqual([]);
  });

  test('is no excuse for another letter that is sent twice', async () => {
    const restarting = async (world: OwnWorld): Promise<void> => {
      const call = clientOf(world);
      for (let round = 0; round < 2; round++) {
        await call('/faxes', letterTo('+12025550111'));
        const { id } = await call('/faxes', letterTo('+12025550123'));
        if ((await endOf(call, id)) !== 'failure') return;
      }
    };
    const [finding] = await findingsIn(restarting, 'fax-busy');
    expect(finding).toContain('2 faxes to +12025550111 in place of 1');
  });

  test('is no excuse for a fax that is sent again while the first is under way', async () => {
    const impatient = async (world: OwnWorld): Promise<void> => {
      const call = clientOf(world);
      const { id } = await call('/faxes', letterTo('+12025550123'));
      for (let poll = 0; poll < 20; poll++) {
        if ((await call(`/faxes/${id}`)).status === 'success') return;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await call('/faxes', letterTo('+12025550123'));
    };
    expect(await findingsIn(impatient, 'stuck')).toEqual([
      expect.stringContaining('2 faxes to +12025550123 in place of 1'),
    ]);
  });
});

describe('a send that a rule of the user refuses', () => {
  const refusing = {
    name: 'mine',
    description: 'a test',
    rules: [{ id: 'no', on: 'sendFax', do: { fail: 'invalid' } }],
  };
  /** Takes the refusal for final. */
  const sendOnce = async (world: OwnWorld): Promise<void> => {
    await world.scenarios.switch({ source: JSON.stringify(refusing) });
    const call = clientOf(world);
    await call('/faxes', letterTo('+12025550123')).catch(() => undefined);
  };

  test.each(['lost-answer', 'cut-off', 'late-error', 'garbage', 'send-fax-slow'])(
    'stays refused where its response is lost: %s',
    async (fault) => {
      expect(await findingsIn(sendOnce, fault)).toEqual([]);
    },
  );
});

describe('a fax that arrives between two pages', () => {
  const senders = ['+12025550101', '+12025550102', '+12025550103'];
  const office = '+12025550100';

  /** Confirms each received fax, and sends a copy of each to the office. */
  const confirmAll = (isCareful: boolean) => async (world: OwnWorld) => {
    for (const from of senders) await world.simulate.receive({ from });
    const call = clientOf(world);
    const found: Shown[] = [];
    for (let page = 1; page < 9; page++) {
      const faxes = await call<Shown[]>(`/faxes?direction=received&per_page=2&page=${page}`);
      found.push(...faxes.filter(({ id }) => !isCareful || found.every((known) => known.id !== id)));
      if (faxes.length < 2) break;
    }
    for (const { id, from_number: from } of found) {
      await call('/faxes', letterTo(from, `confirm-${id}`));
      await call('/faxes', letterTo(office, 'a copy'));
    }
  };

  test('may be confirmed as the others are', async () => {
    expect(await findingsIn(confirmAll(true), 'list-shifts')).toEqual([]);
  });

  test('is no excuse for a second confirmation of another fax', async () => {
    const [finding] = await findingsIn(confirmAll(false), 'list-shifts');
    expect(finding).toContain('2 faxes to +12025550102 in place of 1');
  });
});

test('a program that only reads is not accused of what a world with a demo fixture does as time passes', async () => {
  const demo = { fixture: 'demo' } as const;
  const { findings } = await sweep((world) => clientOf(world)('/faxes').catch(() => undefined), {
    simulator,
    world: demo,
    only: 'hang',
  });
  expect(findings).toEqual([]);
});
