import { expect, test } from '@jest/globals';
import { repeatBundle } from '../../../src/lab/bundles/replay.ts';
import { bisectBundle } from '../../../src/lab/bundles/bisect.ts';
import { momentData, momentText, withReplayHost } from '../../../src/cli/replay.ts';
import type { OwnWorld } from '../../../src/control/client/world-handle.ts';
import { startFrom } from '../../../src/index.ts';
import { answering } from '../../support/posts.ts';

/** A session in which requests, a control call, a move of the clock and a fax under way follow each other. */
async function session() {
  const options = {
    port: 0,
    fixture: 'empty',
    seed: 5,
    clock: 0,
    startTime: Date.parse('2026-03-01T09:00:00Z'),
  } as const;
  const simulator = await startFrom(options, { post: answering(200) });
  const { key, secret } = simulator.credentials.live;
  const read = () => fetch(`${simulator.baseUrl}/v2.1/public/countries`);
  try {
    await read();
    await simulator.simulate.receive({ from: '+12025550199' });
    await read();
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    const body = new URLSearchParams({
      to: '+12025550101',
      content_url: 'https://example.com',
      callback_url: 'http://localhost:1/hook',
    });
    await fetch(`${simulator.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
    await simulator.clock.advance('10m');
    await read();
    return await simulator.history.bundle();
  } finally {
    await simulator.close();
  }
}

/** The first moment after which an assertion about a world does not hold, as text and as data. */
async function firstFailure(holds: (world: OwnWorld) => Promise<boolean>) {
  const bundle = await session();
  const found = await withReplayHost(bundle, (host) =>
    bisectBundle(bundle, (moments) => repeatBundle(bundle, host, { moments, work: holds })),
  );
  if (found.first === undefined) return found.why;
  return { text: momentText(found.first, found.after), data: momentData(found.first) };
}

test('a bisect names the control call between two requests', async () => {
  const found = await firstFailure(async ({ faxes }) => (await faxes.list({ direction: 'received' })).total === 0);
  expect(found).toEqual({
    text: 'control call POST /receive at 2026-03-01T09:00:00.000Z, after request 1',
    data: { kind: 'control', at: '2026-03-01T09:00:00.000Z', call: 'POST /receive' },
  });
});

test('a bisect names the request', async () => {
  const found = await firstFailure(async ({ faxes }) => (await faxes.list({ direction: 'sent' })).total === 0);
  expect(found).toMatchObject({ text: 'request 3, POST /v2.1/faxes at 2026-03-01T09:00:00.000Z' });
});

test('a bisect names the progress of a fax', async () => {
  const found = await firstFailure(
    async ({ faxes }) => (await faxes.list({ direction: 'sent', status: 'success' })).total === 0,
  );
  expect(found).toMatchObject({ text: expect.stringMatching(/^progress of faxes \d+ at .*, after request 3$/) });
});

test('a bisect names the attempt of a webhook', async () => {
  const found = await firstFailure(async ({ webhooks }) => (await webhooks.list({ state: 'delivered' })).length === 0);
  expect(found).toMatchObject({ text: expect.stringMatching(/^progress of deliveries \d+ at .*, after request 3$/) });
});

test('a bisect names the move of the clock', async () => {
  const found = await firstFailure(async ({ clock }) => (await clock.show()).now < '2026-03-01T09:09:00');
  expect(found).toMatchObject({ text: 'clock move to 2026-03-01T09:10:00.000Z, after request 3' });
});

test('a bisect says that an assertion holds, or that it never did', async () => {
  expect(await firstFailure(() => Promise.resolve(true))).toBe('always holds');
  expect(await firstFailure(() => Promise.resolve(false))).toBe('never holds');
});
