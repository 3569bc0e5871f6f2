import { Agent, createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';

/**
 * Sends 2,000 faxes with webhooks to a receiver in this process, and moves the clock by 30 days, several times. Prints the ms of each
 * move, and of as many posts that plain Node sends to the same receiver.
 */

const count = 2000;
const moves = 3;
const { startSimulator } = await import(fileURLToPath(new URL('../dist/index.cjs', import.meta.url)));
const receiver = createServer((asked, response) => asked.resume().on('end', () => response.end()));
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address();

async function elapsed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function worldWithFaxes(simulator) {
  const settings = { balance_cents: 1_000_000, send_callback_url: `http://127.0.0.1:${port}/` };
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', settings });
  const { live } = world.credentials;
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  for (let at = 0; at < count; at++) {
    const body = new URLSearchParams({ to: '+12025550123', content_url: `https://example.com/${at}` });
    await (await fetch(`${world.baseUrl}/v2.1/faxes`, { method: 'POST', headers, body })).json();
  }
  return world;
}

/** Over 16 connections, as webhooks that queue for a receiver. */
async function postMany() {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const body = 'x'.repeat(1200);
  const post = () =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', method: 'POST', agent }, (response) => response.resume().on('end', resolve))
        .on('error', reject)
        .end(body);
    });
  await Promise.all(Array.from({ length: count }, post));
  agent.destroy();
}

const simulator = await startSimulator({ fixture: 'empty', clock: 0 });
const moved = [];
const posted = [];
for (let move = 0; move < moves; move++) {
  const world = await worldWithFaxes(simulator);
  moved.push(await elapsed(() => world.clock.advance('30d')));
  await world.close();
  posted.push(await elapsed(postMany));
}
await simulator.close();
receiver.close();
receiver.closeAllConnections();
console.log(JSON.stringify({ moved, posted }));
