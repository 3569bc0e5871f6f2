/**
 * The cost of worlds: `node --expose-gc --import ./test/support/register-typescript.mjs test/bench/worlds.ts`. By HTTP, one
 * after the other, with the demo fixture; and the memory of a thousand of them.
 */
import { startSimulator } from '../../src/index.ts';

const count = 1000;
const simulator = await startSimulator({ maxWorlds: 2 * count });

async function call(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${simulator.baseUrl}${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

async function timed(what: string, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < 20; index++) await work(-1 - index);
  const times: number[] = [];
  for (let index = 0; index < count; index++) {
    const start = performance.now();
    await work(index);
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor(share * count)] ?? NaN).toFixed(2);
  console.log(`${what.padEnd(34)} median ${at(0.5)} ms, 99 % within ${at(0.99)} ms`);
}

const heap = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

await timed('a call that does nothing', () => call('GET', '/_faxsim/clock'));
const before = heap();
await timed('make a world', (index) => call('POST', '/_faxsim/worlds', { id: `bench-${index}`, fixture: 'demo' }));
console.log(`${count} worlds hold ${((heap() - before) / 2 ** 20).toFixed(1)} MiB`);
await timed('reset a world', (index) => call('POST', `/w/bench-${index}/_faxsim/reset`));
await timed('save a world', (index) => call('PUT', `/w/bench-${index}/_faxsim/snapshots/one`));
await timed('restore a world', (index) => call('POST', `/w/bench-${index}/_faxsim/snapshots/one/restore`));
await simulator.close();
