import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSimulator } from '../../../src/index.ts';
import type { OwnWorld, RunningSimulator } from '../../../src/index.ts';
import { compareWith, runOldProgram } from '../../../src/lab/parity/parity.ts';
import type { RunProgram } from '../../../src/lab/sweep/trial-run.ts';
import { freePort } from '../../support/port.ts';

let simulator: RunningSimulator;
let hook: string;
beforeAll(async () => {
  simulator = await startSimulator({ fixture: 'empty', pace: 'instant' });
  hook = `http://127.0.0.1:${await freePort()}/fax`;
});
afterAll(() => simulator.close());

const numbers = ['+12025550101', '+12025550102'];

/** A program that sends a fax to each number with these fields, and waits for their ends. */
const sending =
  (path: (world: OwnWorld) => string, fields: Readonly<Record<string, string>>): RunProgram =>
  async (world) => {
    const { key, secret } = world.credentials.live;
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    for (const to of numbers) {
      const body = new FormData();
      const all = { to, ...fields };
      for (const [name, value] of Object.entries(all)) body.append(name, value);
      body.append('file', new File(['Dear Ms Miller'], 'letter.txt', { type: 'text/plain' }));
      await fetch(`${world.baseUrl}${path(world)}`, { method: 'POST', headers, body });
    }
    await world.settle();
    return { how: 'passed', detail: 'exit code 0', output: '', ms: 1 };
  };

const oldProgram = (url = hook): RunProgram => sending(() => '/v2.1/faxes', { callback_url: url });
const newProgram = (fields: Readonly<Record<string, string>>): RunProgram =>
  sending(({ projectId }) => `/v3/projects/${projectId}/faxes`, fields);

async function compared(now: RunProgram, old = oldProgram()) {
  const options = { simulator, skipsWaits: true, signal: new AbortController().signal };
  const olds = await runOldProgram({ ...options, old, runsMax: { old: 2, new: 2 } });
  const { findings, remarks } = await compareWith(olds, { ...options, new: now, runsMax: { old: 2, new: 2 } });
  return { findings: findings.map(({ sentence }) => sentence), remarks: remarks.map(({ sentence }) => sentence) };
}

const withoutReceiver = () =>
  `the old program asks for 2 webhooks, and none is taken (connection refused at ${new URL(hook).host}), so accepted notifications are not compared: start its receiver`;

test('a forgotten callbackUrl is a finding, though nothing takes the webhooks of the old program', async () => {
  expect(await compared(newProgram({}))).toEqual({
    findings: [
      'the notifications of 2 faxes, such as the fax to +12025550101, are never sent: no request names a URL for them, where the old program names one',
    ],
    remarks: [withoutReceiver()],
  });
});

test('if both programs ask for webhooks that nothing takes, the report says that they are not compared', async () => {
  expect(await compared(newProgram({ callbackUrl: hook }))).toEqual({ findings: [], remarks: [withoutReceiver()] });
});

test('a URL that is not allowed is not said to lack a receiver', async () => {
  const url = 'https://hooks.example.com/fax';
  const { remarks } = await compared(newProgram({ callbackUrl: url }), oldProgram(url));
  expect(remarks).toEqual([
    'the old program asks for 2 webhooks, and none is taken (hooks.example.com is not a local name), so accepted notifications are not compared: give --allow-hosts hooks.example.com, or use a local URL',
  ]);
});

test('a callback URL with another path or host is a remark that shows both', async () => {
  const { findings, remarks } = await compared(newProgram({ callbackUrl: 'https://crm.example.com/fax' }));
  expect(findings).toEqual([]);
  expect(remarks).toContain(
    'the webhooks of 2 faxes, such as the fax to +12025550101, go to crm.example.com/fax, those of the old program to localhost/fax',
  );
});

test('a callback URL may have another port, another name of this machine, and credentials', async () => {
  const url = `http://office:secret@localhost:${await freePort()}/fax`;
  expect(await compared(newProgram({ callbackUrl: url }))).toEqual({ findings: [], remarks: [withoutReceiver()] });
});
