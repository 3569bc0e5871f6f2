import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import V1 from 'phaxio';
import V21 from 'phaxio-official';
import { startSimulator } from '../../../src/index.ts';
import type { Duration, OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { sweep } from '../../../src/package/sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'faxsim-clients-'));
const page = join(folder, 'page.txt');
writeFileSync(page, 'a page');
let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty' });
  const world = await simulator.world({});
  await sendByV21(world, '60s'); // the first document takes longer, since threads start
  await world.close();
});
afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

/** For the end of a fax, in real time: the sweep moves the clock of the world there. A stuck fax takes all of it. */
const patience: Duration = '2s';

/** Without Jest's expect, which shows all that an object leads to. */
function assertSent(fax: object): void {
  if (!('status' in fax) || fax.status !== 'success') throw new Error(`the fax was not sent: ${JSON.stringify(fax)}`);
}

/** Sends a fax and follows it to its end. */
async function sendByV21({ baseUrl, credentials: { live }, webhooks }: OwnWorld, timeout = patience): Promise<void> {
  const client = new V21(live.key, live.secret);
  client.faxes.url = `${baseUrl}/v2.1`;
  const fax = await client.faxes.create({ to: '+12025550123', file: page });
  await webhooks.wait({ event: 'fax_completed', timeout });
  const { data } = await fax.getInfo();
  assertSent(data);
}

async function sendByV1({ baseUrl, credentials: { live }, webhooks }: OwnWorld): Promise<void> {
  const client = new V1(live.key, live.secret);
  client.host = baseUrl;
  const sendFax = promisify<object, unknown>(client.sendFax.bind(client));
  const { faxId } = (await sendFax({ to: '+12025550123', string_data: 'a page' })) as { faxId: number };
  await webhooks.wait({ event: 'fax_completed', timeout: patience });
  const { data } = (await promisify<number, unknown>(client.faxStatus.bind(client))(faxId)) as { data: object };
  assertSent(data);
}

/** Neither client retries a request, so none sends a fax twice; and neither has a limit of time for an answer. */
test.concurrent.each([
  ['phaxio-official (v2.1)', (world: OwnWorld) => sendByV21(world)],
  ['phaxio (v1)', sendByV1],
])('%s waits for an answer without an end, and copes with all other faults', async (_name, send) => {
  const accept = ['sendFax: unanswered', 'getFax: hang'];
  const { findings, runs } = await sweep(send, { simulator, accept, limitMs: 4000 });
  expect(findings.map(({ fault, verdict }) => `${fault}: ${verdict}`)).toEqual(['unanswered: broken', 'hang: broken']);
  expect(runs).toBeGreaterThan(20);
});
