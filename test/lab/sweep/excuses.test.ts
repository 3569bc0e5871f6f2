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
  readonly direction: string;
  readonly from_number: string;
  readonly to_number: string;
}

type Program = (world: OwnWorld) => Promise<void>;

function clientOf({ baseUrl, credentials: { live } }: OwnWorld) {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  return async <T = Shown>(path: string, fields?: Record<string, string>): Promise<T> => {
    const init = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
    const answer = await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init, signal: AbortSignal.timeout(1500) });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return ((await answer.json()) as { data: T }).data;
  };
}

type Call = ReturnType<typeof clientOf>;

const letter = (to: string, tag: string) => ({ to, content_url: 'https://example.com', 'tag[letter]': tag });

async function endOf(call: Call, id: number): Promise<string> {
  for (let poll = 0; poll < 30; poll++) {
    const { status } = await call(`/faxes/${id}`);
    if (status === 'failure' || status === 'success') return status;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return 'open';
}

/** All rows of a list in pages of two, as a program reads it that does not expect a fax to arrive meanwhile. */
async function rowsOf(call: Call, query: string): Promise<Shown[]> {
  const rows: Shown[] = [];
  for (let page = 1; page < 9; page++) {
    const faxes = await call<Shown[]>(`/faxes?per_page=2&page=${page}${query}`);
    rows.push(...faxes);
    if (faxes.length < 2) break;
  }
  return rows;
}

const once = (rows: readonly Shown[]): Shown[] =>
  rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) === at);

const senders = ['+12025550181', '+12025550182', '+12025550183'];
const [busy, other, resort, office] = ['+15555551017', '+12025550123', '+12025550177', '+12025550100'];

/** Reads the received faxes until no new one has come, and does something for each. */
const forEachReceived =
  (isCareful: boolean, act: (call: Call, fax: Shown) => Promise<unknown>): Program =>
  async (world) => {
    for (const from of senders) await world.simulate.receive({ from });
    const call = clientOf(world);
    const first = await rowsOf(call, '&direction=received');
    const rows = [...(isCareful ? once(first) : first)];
    const late = (await rowsOf(call, '&direction=received&status=success')).filter(({ id }) =>
      rows.every((row) => row.id !== id),
    );
    // A mistaken program does not look whether a fax came while it read.
    for (const fax of isCareful ? [...rows, ...once(late)] : rows) await act(call, fax);
  };

const confirm = (call: Call, { id, from_number: from }: Shown) => call('/faxes', letter(from, `confirm-${id}`));
const copy = (call: Call) => call('/faxes', letter(office, 'a copy'));
const copyOf = (call: Call, { id }: Shown) => call('/faxes', letter(office, `copy of ${id}`));
const ata = (call: Call, { id }: Shown) => call('/atas', { name: `fax ${id}` });
const plainAta = (call: Call) => call('/atas', { name: 'a fax' });

/** Sends letters; each that fails has a substitute. `substituteFor` says which. */
const withSubstitutes =
  (numbers: readonly string[], substituteFor: (failed: readonly number[]) => Record<string, string>): Program =>
  async (world) => {
    const call = clientOf(world);
    const failed: number[] = [];
    for (const [at, to] of numbers.entries()) {
      const { id } = await call('/faxes', letter(to, `letter ${at}`));
      if ((await endOf(call, id)) !== 'failure') continue;
      failed.push(at);
      await call('/faxes', substituteFor(failed));
    }
  };

/** Resends the failed faxes of a list of all faxes. */
const resendFailed =
  (isCareful: boolean): Program =>
  async (world) => {
    const call = clientOf(world);
    const source = JSON.stringify({
      name: 'mine',
      description: 'a test',
      rules: [
        {
          id: 'once',
          on: 'fax',
          where: { to: other },
          times: 1,
          do: { course: [{ after: '1s', status: 'failure', error: 17 }] },
        },
      ],
    });
    await world.scenarios.switch({ source });
    await world.simulate.receive({ from: senders[0]! });
    for (const to of [resort, other, office]) await endOf(call, (await call('/faxes', letter(to, to))).id);
    const rows = await rowsOf(call, '');
    for (const { id, status } of isCareful ? once(rows) : rows)
      if (status === 'failure') await call(`/faxes/${id}/resend`, {});
  };

interface Excuse {
  readonly excuse: string;
  readonly fault: string;
  /** A program without a mistake that needs the excuse. */
  readonly needs: Program;
  /** A program that looks alike, and the beginning of the sentence about its mistake. */
  readonly mistaken: Program;
  readonly sentence: string;
}

const table: readonly Excuse[] = [
  {
    excuse: 'an answer to the sender of a fax that arrives',
    fault: 'list-shifts',
    needs: forEachReceived(true, confirm),
    mistaken: forEachReceived(false, confirm),
    sentence: '2 faxes to +12025550182 in place of 1',
  },
  {
    excuse: 'a copy for each received fax, with its id',
    fault: 'list-shifts',
    needs: forEachReceived(true, copyOf),
    mistaken: forEachReceived(false, copyOf),
    sentence: `4 faxes to ${office} in place of 3`,
  },
  {
    excuse: 'a copy for each received fax, all alike',
    fault: 'list-shifts',
    needs: forEachReceived(true, copy),
    mistaken: async (world) => {
      for (const from of senders) await world.simulate.receive({ from });
      const call = clientOf(world);
      const rows = await rowsOf(call, '&direction=received');
      await Promise.all(rows.map(() => copy(call)));
    },
    sentence: `4 faxes to ${office} in place of 3`,
  },
  {
    excuse: 'no resend of another fax',
    fault: 'list-shifts',
    needs: resendFailed(true),
    mistaken: resendFailed(false),
    sentence: `2 faxes to ${other} in place of 1`,
  },
  {
    excuse: 'a record for a fax that arrives, with its id',
    fault: 'list-shifts',
    needs: forEachReceived(true, ata),
    mistaken: forEachReceived(false, ata),
    sentence: 'the account has 4 atas in place of 3',
  },
  {
    excuse: 'a record for a fax that arrives, all alike',
    fault: 'list-shifts',
    needs: forEachReceived(true, plainAta),
    mistaken: async (world) => {
      for (const from of senders) await world.simulate.receive({ from });
      const call = clientOf(world);
      const rows = await rowsOf(call, '&direction=received');
      await Promise.all(rows.map(() => plainAta(call)));
    },
    sentence: 'the account has 4 atas in place of 3',
  },
  {
    excuse: 'a substitute for a fax that fails, which says no more than others',
    fault: 'fax-busy',
    needs: withSubstitutes([busy, other], () => letter(resort, 'substitute')),
    mistaken: withSubstitutes([busy, other], (failed) =>
      failed.length === 1 ? letter(resort, 'substitute') : letter('+12025550178', 'letter 0'),
    ),
    sentence: '1 fax to +12025550178 in place of 0',
  },
  {
    excuse: 'a substitute for a fax that fails, which names it',
    fault: 'fax-busy',
    needs: withSubstitutes([busy, other], (failed) => letter(resort, `letter ${failed.at(-1)}`)),
    // Takes the first failed letter again, in place of the last.
    mistaken: withSubstitutes([busy, other], ([first]) => letter(resort, `letter ${first}`)),
    sentence: `2 faxes to ${resort} in place of 1`,
  },
];

async function sentencesOf(program: Program, only: string): Promise<string[]> {
  return sweep(program, { simulator, only, limitMs: 5000 }).then(
    ({ runs }) => (runs === 0 ? ['no run'] : []),
    (error: unknown) => errorText(error).split('\n').slice(1),
  );
}

describe.each(table)('a fault excuses $excuse', ({ fault, needs, mistaken, sentence }) => {
  test('where the program needs it', async () => {
    expect(await sentencesOf(needs, fault)).toEqual([]);
  });

  test('and not the mistake that looks alike', async () => {
    const [found] = await sentencesOf(mistaken, fault);
    expect(found?.toLowerCase()).toContain(sentence);
  });
});
