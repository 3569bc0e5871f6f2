import validator from 'har-validator';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { HarExport, OwnWorld, RequestRecord, RunningSimulator } from '../../../src/index.ts';
import type { HarRecorder } from '../../support/har-recorder.ts';
import { dayOfRequests } from '../../lab/har/day.ts';

/** A value of JSON. */
type Json = ReturnType<typeof JSON.parse>;

let simulator: RunningSimulator;
let world: OwnWorld;
let recorder: HarRecorder;
let har: HarExport;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, fixture: 'empty', allowHosts: ['127.0.0.1'] });
  world = await simulator.world({ clock: 'manual', seed: 7, fixture: 'empty' });
  recorder = await dayOfRequests(world);
  har = await world.requests.export();
});

afterAll(async () => {
  recorder.close();
  await simulator.close();
});

/** The facts of a request that a HAR carries; of v3, it has no number of a fax for another seed. */
const facts = ({ method, path, query, params, operation, version, answer, lint, ...ids }: RequestRecord) => ({
  ...{ method, path, query, params, operation, version, lint },
  answer: { status: answer.status, body: answer.body, type: answer.type, bytes: answer.bytes },
  ...(version !== 'v3' && { made: ids.new_fax_ids, fax: ids.fax_id }),
});

describe('the journal as a HAR', () => {
  test('is valid for another program', async () => {
    await expect(validator.har(structuredClone(har))).resolves.toBeTruthy();
  });

  test('is read back as the same requests', async () => {
    const again = await simulator.world({ clock: 'manual', fixture: 'empty' });
    const { imported, webhooks } = await again.requests.import({ log: har.log });
    expect([imported, webhooks > 0]).toEqual([40, true]);
    const [first, second] = await Promise.all(
      [world, again].map(({ requests }) => requests.list({ after: 0, limit: 100 })),
    );
    expect(second?.requests.map(facts)).toEqual(first?.requests.map(facts));
  });

  test('has an entry for each attempt of a webhook, with times, sizes and the answer, and no secret', () => {
    const entries = har.log['entries'] as Json[];
    const hooks = entries.filter(({ _faxsim: own }) => own.kind === 'webhook');
    const sent = hooks.find(({ request }) => request.url.startsWith(recorder.receiverUrl));
    const field = expect.objectContaining({ name: 'event_type' });
    expect(sent).toMatchObject({
      request: { method: 'POST', postData: { params: expect.arrayContaining([field]) } },
      response: { status: 200, content: { text: 'ok', size: 2 } },
    });
    for (const { time, timings } of entries)
      expect(Number(timings.send) + Number(timings.wait) + Number(timings.receive)).toBeCloseTo(time);
    const text = JSON.stringify(har);
    const { key, secret } = world.credentials.live;
    for (const word of [key, secret, btoa(`${key}:${secret}`), 'a-token-of-a-receiver'])
      expect(text).not.toContain(word);
  });
});
