import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { evidenceOfHar } from '../../../src/lab/har/har-evidence.ts';
import { readHarDocument } from '../../../src/lab/har/har-file.ts';
import { readWorld } from '../../../src/lab/migrate/evidence.ts';
import { reportOf } from '../../../src/lab/migrate/report.ts';
import type { MigrationReport } from '../../../src/lab/migrate/report.ts';
import type { HarRecorder } from '../../support/har-recorder.ts';
import { dayOfRequests } from './day.ts';

let simulator: RunningSimulator;
let world: OwnWorld;
let recorder: HarRecorder;
let report: MigrationReport;

beforeAll(async () => {
  simulator = await startSimulator({ port: 0, fixture: 'empty', allowHosts: ['127.0.0.1'] });
  const settings = { webhook_token: 'faced0fa70ce40000000000000000000000011fe' };
  world = await simulator.world({ clock: 'manual', seed: 7, fixture: 'empty', pace: 'fast', settings });
  recorder = await dayOfRequests(world);
  report = reportOf([await readWorld(world)]);
});

afterAll(async () => {
  recorder.close();
  await simulator.close();
});

const empty = (): Promise<OwnWorld> => simulator.world({ clock: 'manual', fixture: 'empty' });

async function reportOfHar(har: unknown): Promise<MigrationReport> {
  const { evidence, leftOut, unknown } = await evidenceOfHar(readHarDocument(har, 'day.har'), await empty(), []);
  return reportOf([evidence], { leftOut: [...leftOut, ...unknown] });
}

/** Places for the ids that only a simulator knows, and the numbers of webhooks: a proxy sees none that has no URL. */
const withoutIds = (value: MigrationReport): unknown =>
  JSON.parse(
    JSON.stringify({ ...value, left_out: [] })
      .replaceAll(world.projectId, '{projectId}')
      .replaceAll(/(?<=\/faxes\/)[0-7][0-9A-HJKMNP-TV-Z]{25}/g, '{id}')
      .replaceAll(`/w/${world.id}`, '')
      .replaceAll(/webhook \d+/g, 'webhook {n}'),
  );

describe('the same day of forty requests', () => {
  test('has webhooks, and calls of all versions', () => {
    expect(recorder.har().log.entries.length).toBeGreaterThan(40);
    expect(report).toMatchObject({ requests: 36, already: 3, unanswered: 1 });
    expect(report.webhooks?.count).toBeGreaterThan(0);
    expect(report.calls.length).toBeGreaterThan(10);
    expect(report.traps.length).toBeGreaterThan(8);
  });

  test('gives the same report as a HAR of a proxy as through a world', async () => {
    expect(withoutIds(await reportOfHar(recorder.har()))).toEqual(withoutIds(report));
  });

  test('gives the same report, ids included, as a HAR that faxsim wrote', async () => {
    expect(await reportOfHar(await world.requests.export())).toEqual(report);
  });
});
