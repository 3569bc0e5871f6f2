import { createServer } from 'node:http';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator, WorldOrder } from '../../../src/index.ts';
import { errorText } from '../../../src/model/shared/errors.ts';
import { freePort } from '../../support/port.ts';
import { sweep } from '../../../src/package/sweep.ts';

const sender = '+12025550101';
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
  const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(`${baseUrl}/v2.1${path}`, { headers, ...init, signal: AbortSignal.timeout(30_000) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  return {
    inbox: async () => ((await (await call('/faxes?direction=received')).json()) as { data: Shown[] }).data,
    read: async (id: number) => (await call(`/faxes/${id}/file`)).arrayBuffer(),
    send: (to: string, letter: string) =>
      call('/faxes', {
        method: 'POST',
        body: new URLSearchParams({ to, content_url: 'https://example.com', 'tag[letter]': letter }),
      }),
  };
}

/** The sentences of the findings in a program with these faults, and the number of its runs. */
async function sweepOf(run: (world: OwnWorld) => unknown, only: string, world?: WorldOrder) {
  return sweep(run, { simulator, only, world, limitMs: 5000, recovery: false }).then(
    ({ runs }) => ({ runs, findings: [] as string[] }),
    (error: unknown) => ({ runs: 0, findings: errorText(error).split('\n').filter(isReason) }),
  );
}

/** The error of findings begins with their number. */
const isReason = (line: string): boolean => !/^\d+ findings? in \d+ runs?$/.test(line);

/** Looks into the inbox until its work is done, for a while. */
async function look(world: OwnWorld, work: (fax: Shown) => Promise<boolean>): Promise<void> {
  await world.simulate.receive({ from: sender });
  for (let round = 0; round < 25; round++) {
    const faxes = await clientOf(world).inbox();
    const done = [];
    for (const fax of faxes) done.push(await work(fax));
    if (done.length > 0 && done.every(Boolean)) return;
    await pause(20);
  }
}

const isEnd = (status: string): boolean => status === 'success' || status === 'failure';

describe('an inbox that confirms each fax once it has it', () => {
  /** Planted: it keeps the status beside the id, so that a fax under way is confirmed, and confirmed again at its end. */
  const confirming = (isMended: boolean) => async (world: OwnWorld) => {
    const { read, send } = clientOf(world);
    const known = new Set<string>();
    await look(world, async ({ id, status, from_number: from }) => {
      const key = isMended ? `${id}` : `${id} ${status}`;
      if (known.has(key) || (isMended && !isEnd(status))) return isEnd(status);
      known.add(key);
      if (status === 'success') await read(id);
      if (!isMended || status === 'success') await send(from, `confirm-${id}`);
      return isEnd(status);
    });
  };

  test('is found where it confirms a fax under way too', async () => {
    const { findings } = await sweepOf(confirming(false), 'fax-slow-fax');
    expect(findings).toEqual([expect.stringContaining(`2 faxes to ${sender} in place of 1`)]);
  });

  test.each(['fax-slow-fax', 'dropped', 'stuck'])('has no finding when it waits for the end: %s', async (fault) => {
    expect(await sweepOf(confirming(true), fault)).toEqual({ runs: expect.any(Number), findings: [] });
    expect((await sweepOf(confirming(true), fault)).runs).toBeGreaterThan(0);
  });
});

describe('an inbox that asks the sender of a failed fax to send it again', () => {
  /** Planted: it asks at each look, as long as the failed fax is in its list. */
  const asking = (isMended: boolean) => async (world: OwnWorld) => {
    const { read, send } = clientOf(world);
    const asked = new Set<number>();
    let looks = 0;
    await look(world, async ({ id, status, from_number: from }) => {
      looks += 1;
      if (status === 'success') await read(id);
      if (status === 'failure' && !(isMended && asked.has(id))) await send(from, `again-${id}`);
      if (status === 'failure') asked.add(id);
      return isEnd(status) && (status === 'success' || looks > 20);
    });
  };

  test('is found where it asks at each look', async () => {
    const { findings } = await sweepOf(asking(false), 'dropped');
    expect(findings).toEqual([
      expect.stringMatching(/^fax\(.*the call of the received fax breaks off.* in place of 0/),
    ]);
  });

  test('has no finding where it asks once', async () => {
    const { runs, findings } = await sweepOf(asking(true), 'dropped');
    expect({ runs, findings }).toEqual({ runs: 1, findings: [] });
  });
});

describe('an application that hears of received faxes by webhooks', () => {
  const token = 'faced0fa70ce40000000000000000000000011fe';
  /** Planted: it confirms each webhook, however often it comes. */
  const receiving = (at: number, isMended: boolean) => async (world: OwnWorld) => {
    const { send } = clientOf(world);
    const known = new Set<string>();
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [, id = ''] = /"id":(\d+)/.exec(Buffer.concat(chunks).toString('latin1')) ?? [];
        const isKnown = known.has(id);
        known.add(id);
        void (isMended && isKnown ? Promise.resolve() : send(sender, `confirm-${id}`))
          .catch(() => undefined)
          .then(() => response.end());
      });
    });
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    await world.simulate.receive({ from: sender });
    for (let round = 0; round < 40 && known.size === 0; round++) await pause(20);
    await pause(300);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };

  const sweepAt = async (only: string, isMended: boolean) => {
    const free = await freePort();
    const world = { settings: { receive_callback_url: `http://127.0.0.1:${free}/in`, webhook_token: token } };
    return sweepOf(receiving(free, isMended), only, world);
  };

  test('is found where it confirms a repeated one, and one that is forged', async () => {
    expect((await sweepAt('webhook-twice', false)).findings).toEqual([
      expect.stringMatching(new RegExp(`2 faxes to \\${sender} in place of 1`)),
    ]);
    expect((await sweepAt('webhook-forged', true)).findings).toEqual([expect.stringContaining('is accepted')]);
  });

  test('has no finding where it knows the fax already', async () => {
    expect(await sweepAt('webhook-twice', true)).toEqual({ runs: 1, findings: [] });
  });
});
