import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { openProgramLog } from '../../src/worlds/log/program-log.ts';
import { account, minute, phoneNumber, sentFax } from '../support/examples.ts';
import { manualDisk } from '../support/manual-disk.ts';
import { projectIn } from '../support/sinch.ts';
import { openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

/** The log of a simulator until its end, without the times. */
function logOf({ simulator }: Pick<World, 'simulator'>, format: 'text' | 'json' = 'text') {
  const texts: string[] = [];
  const log = openProgramLog({ level: 'info', format, write: (text) => texts.push(text) });
  log.follow?.(simulator.parts.worlds.default);
  return {
    stopped: (): string[] => {
      log.stopped('SIGTERM');
      const lines = texts.join('').trimEnd().split('\n');
      return lines.map((line) => line.replace(/^\S+Z /, '').replace(/[\d.]+ ms/, 'N ms'));
    },
  };
}

test('the log has a request that waited for the disk while the simulator stopped', async () => {
  const disk = manualDisk();
  const world = openSimulator({ parts: { disk: disk.disk } });
  const log = logOf(world);
  const sending = world.sent();
  await disk.saves(1);
  const closing = world.simulator.close();
  disk.store(0);
  const id = await sending;
  await closing;
  const inV3 = expect.stringMatching(new RegExp(`^POST /v2.1/faxes 200 N ms, fax ${id} \\(\\w{26}\\)$`));
  expect(log.stopped()).toEqual([inV3, 'stop: SIGTERM']);
});

describe('the log has both ids of a fax', () => {
  /** A fax of v2.1 to two numbers with its webhook, and one of v3. */
  async function session(format: 'text' | 'json') {
    const world = openSimulator({
      account: account({ sendCallbackUrl: 'http://127.0.0.1:1/hook' }),
      phoneNumbers: [phoneNumber()],
    });
    const project = projectIn(world);
    const log = logOf(world, format);
    const id = await world.sent({ 'to[]': ['+12025550101', '+15555551017'] });
    await world.clock.advance(minute);
    const { body } = await project.post('/faxes').send({ to: '+12025550123', contentUrl: 'https://example.com' });
    const ids: string[] = (await world.anyone.get(`/_faxsim/faxes/${id}`).expect(200)).body.data.v3_ids;
    return { id, ids, inV3: body.id as string, lines: log.stopped() };
  }

  test('as text, with the number of further ones', async () => {
    const { id, ids, inV3, lines } = await session('text');
    const name = `fax ${id} (${ids[0]} and 1 more)`;
    expect(lines.slice(0, 3)).toEqual([
      `POST /v2.1/faxes 200 N ms, ${name}`,
      expect.stringContaining(`${name} to +12025550101 and 1 more partialsuccess`),
      expect.stringContaining(`webhook 1 fax_completed of ${name} to http://127.0.0.1:1/hook`),
    ]);
    expect(lines[3]).toContain(`(${inV3})`);
  });

  test('as JSON, with all of them', async () => {
    const { id, ids, inV3, lines } = await session('json');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'request', new_fax_ids: [id], new_fax_v3_ids: ids },
      { event: 'fax', fax: id, v3_ids: ids },
      { event: 'webhook', fax: id, v3_ids: ids },
      { event: 'request', new_fax_ids: [expect.any(Number)], new_fax_v3_ids: [inV3] },
      { event: 'stop' },
    ]);
  });
});

test('the log has a delayed request that is refused since the simulator stops', async () => {
  const world = openSimulator();
  world.switchOn('{ id: slow, on: getAccountStatus, do: { delay: 1h } }');
  const log = logOf(world);
  const waiting = world.live.get('/v2.1/account/status').then(({ status }) => status);
  while (world.clock.nextDue === undefined) await setImmediate();
  await world.simulator.close();
  expect(await waiting).toBe(503);
  expect(log.stopped()).toEqual([
    'GET /v2.1/account/status has its response at 2026-11-20T13:00:00.000Z, and the clock stands: move it, rule given/slow#1',
    'GET /v2.1/account/status 503 N ms: The simulator stops, rule given/slow#1',
    'stop: SIGTERM',
  ]);
});

test('a request that would change a world whose simulator stops is refused with that reason', async () => {
  const world = openSimulator();
  await world.simulator.close();
  expect(await refusalOf(world.send(), 503)).toBe('The simulator stops');
});

test('the log has no secret of the world in the path of a webhook’s URL', async () => {
  const world = openSimulator({ faxes: [sentFax()], account: account({ webhookToken: 'token-of-sixteen-letters' }) });
  const { secret } = world.simulator.parts.worlds.default.credentials.live;
  const log = logOf(world);
  const url = `http://127.0.0.1:1/hooks/${secret}/token-of-sixteen-letters`;
  await world.anyone.post('/_faxsim/webhooks').send({ fax: 1001, url }).expect(200);
  await world.clock.advance(60_000);
  const [line] = log.stopped();
  expect(line).toMatch(/^webhook 1 fax_completed of fax 1001 \(\w{26}\) to http:\/\/127\.0\.0\.1:1\/hooks\/•••\/••• /);
});

test.each(['text', 'json'] as const)('no request can write a line of its own into the log as %s', async (format) => {
  const texts: string[] = [];
  const log = openProgramLog({ level: 'info', format, write: (text) => texts.push(text) });
  const { simulator, anyone, live } = openSimulator();
  log.follow?.(simulator.parts.worlds.default);
  const forged = '2026-11-27T00:00:00.000Z POST /v1/send 200';
  await anyone.get(`/w/x%0A${encodeURIComponent(forged)}%1B%5B31m%C2%9B%E2%80%A8/v1/send`);
  await live.get('/v2.1/faxes').set('X-Faxsim-Scenario', Buffer.from('a\u0085b\u2028c').toString('latin1'));
  log.fault(new Error(`bad\n${forged}\u001b[31m`));
  log.stopped('SIGTERM');
  const lines = texts.join('').split('\n');
  expect(lines.filter((line) => line.startsWith(forged))).toEqual([]);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
  expect(lines.join('')).toContain(String.raw`\n`);
});
