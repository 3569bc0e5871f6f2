import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OpenAPIClientAxios } from 'openapi-client-axios';
import type { Document, OpenAPIClient } from 'openapi-client-axios';
import { startSimulator } from '../../src/index.ts';
import type { RunningSimulator } from '../../src/index.ts';

const definition = JSON.parse(
  readFileSync(new URL('../../docs/openapi/control.json', import.meta.url), 'utf8'),
) as Document;

const start = '2026-01-01T00:00:00.000Z';

let simulator: RunningSimulator;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'demo', clock: 0 });
});
afterAll(() => simulator.close());

/** A client that knows of the control surface what its OpenAPI document says, and nothing else. */
const clientFor = (url: string) =>
  new OpenAPIClientAxios({ definition, withServer: { url } }).init<OpenAPIClient<Operations>>();

type Operations = Record<string, Operation>;
type Operation = (
  parameters?: Record<string, string> | null,
  body?: object,
) => Promise<{ status: number; data: { success: boolean; data: unknown } }>;

test('a client that is made from the OpenAPI document makes a world, moves its clock, saves it and resets it', async () => {
  const client = await clientFor(`${simulator.baseUrl}/_faxsim`);
  const made = await client['worldsCreate']!(null, { id: 'generated', fixture: 'demo', clock: 0, start_time: start });
  const { base_url: baseUrl } = made.data.data as { base_url: string };
  const inWorld = await clientFor(`${baseUrl}/_faxsim`);
  const moved = await inWorld['clockMove']!(null, { advance: '1d' });
  expect(moved.data.data).toMatchObject({ now: '2026-01-02T00:00:00.000Z', happened: expect.any(Array) });
  await inWorld['snapshotsSave']!({ name: 'tomorrow' });
  await inWorld['settingsChange']!(null, { balance_cents: 1 });
  await inWorld['snapshotsRestore']!({ name: 'tomorrow' });
  const settings = await inWorld['settingsShow']!();
  expect(settings.data.data).not.toMatchObject({ balance_cents: 1 });
  expect((await inWorld['worldsReset']!()).data.data).toMatchObject({ now: start });
  await client['worldsDelete']!({ id: 'generated' });
  expect((await client['worldsList']!()).data.data).toHaveLength(1);
});
