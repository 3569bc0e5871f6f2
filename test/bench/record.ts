// Measures how long a recording holds up each request on its way to the service:
// node --import ./test/support/register-typescript.mjs test/bench/record.ts
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSession } from '../../src/lab/record/session.ts';
import { upstreamOf } from '../../src/lab/record/upstream.ts';

const requestsMax = Number(process.env['REQUESTS'] ?? 1000);
/** The run ends here, however many requests it has made by then. */
const runMs = Number(process.env['RUN_MS'] ?? 30_000);
/** Requests of the first kind are slow until the code is warm. */
const warmUps = 50;
/** The way to the service and back: a near one. The world works meanwhile. */
const wayMs = 10;

const account = { key: 'key-of-the-account-4711', secret: 'secret-of-the-account-4711' };
const data = { balance: 1, faxes_today: { sent: 0, received: 0 }, faxes_this_month: { sent: 0, received: 0 } };
const body = JSON.stringify({ success: true, message: 'Account status retrieved successfully', data });

const service = createServer((_request, response) => {
  setTimeout(() => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body);
  }, wayMs);
});
await new Promise<void>((resolve) => void service.listen(0, '127.0.0.1', resolve));
const direct = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const session = await openSession({
  upstream: upstreamOf(direct, []),
  keys: { live: account, test: { key: 'test-key-4712', secret: 'test-secret-4712' } },
  mayCost: false,
  onRefused: (line) => console.error(line),
});

/** The time of a request, and the work of this process: client, service, recording and world. */
async function measure(base: string, { key, secret }: typeof account) {
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const before = process.cpuUsage();
  const began = performance.now();
  const response = await fetch(`${base}/v2.1/account/status`, { headers });
  await response.text();
  const tookMs = performance.now() - began;
  await sleep(2); // the work behind the answer belongs to this request
  const { user, system } = process.cpuUsage(before);
  return { tookMs, cpuMs: (user + system) / 1000 };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
const medians = (all: readonly Measured[]) => ({
  ms: median(all.map(({ tookMs }) => tookMs)),
  cpu: median(all.map(({ cpuMs }) => cpuMs)),
});

const alone: Measured[] = [];
const recorded: Measured[] = [];
const ends = performance.now() + runMs;
for (let count = -warmUps; count < requestsMax && performance.now() < ends; count++) {
  // In turn, so that both kinds meet the same load of the machine.
  const pair = [
    await measure(direct, account),
    await measure(session.baseUrl, session.simulator.credentials.live),
  ] as const;
  if (count < 0) continue;
  alone.push(pair[0]);
  recorded.push(pair[1]);
}
const [without, through] = [medians(alone), medians(recorded)];
const added = median(recorded.map(({ tookMs }, at) => tookMs - (alone[at]?.tookMs ?? NaN)));
console.log(
  [
    `${recorded.length} requests of each kind, load ${loadavg()[0]?.toFixed(1)}, a service ${wayMs} ms away`,
    `  time at the median: ${without.ms.toFixed(2)} ms alone, ${through.ms.toFixed(2)} ms recorded: times ${(through.ms / without.ms).toFixed(2)}`,
    `  added at the median of the pairs: ${added.toFixed(2)} ms, the goal is under 2`,
    `  CPU at the median: ${without.cpu.toFixed(2)} ms alone, ${through.cpu.toFixed(2)} ms recorded, world included`,
  ].join('\n'),
);
const { compared, drifts } = await session.finish();
console.log(`  ${compared} answers compared, ${drifts.length} drifts`);
await session.close();
service.closeAllConnections();
service.close();
process.exitCode = added < 2 ? 0 : 1;
