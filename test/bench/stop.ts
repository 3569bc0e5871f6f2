/**
 * How long the program takes to stop: `node --import ./test/support/register-typescript.mjs test/bench/stop.ts`, after
 * `npm run build`. It is to be less than 300 ms on a machine that does nothing else, also while a request is unfinished.
 */
import { once } from 'node:events';
import { request } from 'node:http';
import { start } from '../support/program.ts';

const main = new URL('../../dist/main.cjs', import.meta.url).pathname;
const runs = 21;

/** Begins a request whose body never comes. */
async function beginRequest(url: string): Promise<void> {
  const sent = request(url, { method: 'POST', agent: false, headers: { expect: '100-continue' } });
  sent.on('error', () => undefined); // it is broken off at the end
  sent.flushHeaders();
  await once(sent, 'continue');
}

for (const isUnfinished of [false, true]) {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const program = await start(['--port', '0', '--fixture', 'empty'], {}, { main });
    if (isUnfinished) await beginRequest(`${program.baseUrl}/v1/faxList`);
    const at = performance.now();
    await program.stop();
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  const [median = NaN, slowest = NaN] = [times[Math.floor(runs / 2)], times.at(-1)];
  const when = isUnfinished ? 'with a request unfinished' : 'idle';
  console.log(`${when.padEnd(26)} stops in ${median.toFixed(0)} ms (slowest ${slowest.toFixed(0)})`);
}
