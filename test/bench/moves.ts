/**
 * How long a move of the clock takes while a receiver answers its webhook after six seconds:
 * `node --import ./test/support/register-typescript.mjs test/bench/moves.ts`, after `npm run build`. It is to be 0.1 s on a machine
 * that does nothing else. On a busy one a move waits for up to two seconds, since a quick receiver takes long there too. Takes a
 * quarter of a minute.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../src/control/client/connect.ts';
import { start } from '../support/program.ts';

const main = new URL('../../dist/main.cjs', import.meta.url).pathname;
const runs = 7;
const answerMs = 6000;

const receiver = createServer((request, response) => {
  request.resume();
  setTimeout(() => response.end(), answerMs);
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const idleMs = (): number => cpus().reduce((sum, { times }) => sum + times.idle, 0);
const program = await start(['--port', '0', '--fixture', 'empty', '--clock', 'manual'], {}, { main });
const simulator = connect({ baseUrl: program.baseUrl });
for (let run = 0; run < runs; run++) {
  const world = await simulator.world();
  const { live } = world.credentials;
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new URLSearchParams({
    to: '+12025550101',
    content_url: 'https://example.com',
    callback_url: callbackUrl,
  });
  await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body });
  const [at, idle] = [performance.now(), idleMs()];
  await world.clock.move({ advance: '1h' });
  const ms = performance.now() - at;
  const { open } = await world.clock.show();
  const idleShare = (idleMs() - idle) / (ms * cpus().length);
  console.log(`${ms.toFixed(0)} ms, ${open.length} open, the processors ${(100 * idleShare).toFixed(0)} % idle`);
  if (run < runs - 1) continue;
  await pause(answerMs + 1000);
  const [{ state } = { state: 'none' }] = await world.webhooks.list({ limit: 1 });
  console.log(`after ${(answerMs + 1000) / 1000} s the webhook is ${state}`);
}
await program.stop();
receiver.closeAllConnections();
receiver.close();
