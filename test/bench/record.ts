// Measures how long a recording holds up each request on its way to the service:
// node --import ./test/support/register-typescript.mjs test/bench/record.ts
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openSession } from '../../src/lab/record/session.ts';
import { upstreamOf } from '../../src/lab/record/upstream.ts';

const requests = Number(process.env['REQUESTS'] ?? 1000);
const account = { key: 'key-of-the-account-4711', secret: 'secret-of-the-account-4711' };
const body = JSON.stringify({ success: true, message: 'Account status retrieved successfully', data: { balance: 1 } });

/** The way to the service and back, in ms: a near one. The world works meanwhile. */
const wayMs = 20;

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

async function medianMs(base: string, { key, secret }: typeof account): Promise<number> {
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const times: number[] = [];
  for (let count = 0; count < requests; count++) {
    const began = performance.now();
    const response = await fetch(`${base}/v2.1/account/status`, { headers });
    await response.text();
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[requests / 2] ?? NaN;
}

await medianMs(direct, account); // warms the code up
await medianMs(session.baseUrl, session.simulator.credentials.live);
const alone = await medianMs(direct, account);
const recorded = await medianMs(session.baseUrl, session.simulator.credentials.live);
const added = recorded - alone;
console.log(
  `${requests} requests: ${alone.toFixed(2)} ms alone, ${recorded.toFixed(2)} ms recorded, ${added.toFixed(2)} ms added at the median`,
);
await session.close();
service.close();
process.exitCode = added < 2 ? 0 : 1;
