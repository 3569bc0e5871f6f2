import { generate } from '../../fixtures/catalogue.ts';
import { labels } from '../../src/store/memory/labels.ts';
import type { Label } from '../../src/store/memory/labels.ts';
import { StoreSnapshot } from '../../src/store/memory/snapshot.ts';
import { Store } from '../../src/store/memory/store.ts';

// The costs of one store by its size: `node --import ./test/support/register-typescript.mjs
// test/bench/scale.ts 1000 1000000`. The last line has the memory of the process, so run sizes apart to compare it.

const rounds = 200;
const yearEnd = Date.UTC(2026, 0);
const megabytes = (): number => Math.round(process.memoryUsage().rss / 2 ** 20);

/** The time of one call in µs: the median of many. */
function cost(work: (round: number) => unknown): string {
  const times = Array.from({ length: rounds }, (_none, round) => elapsed(() => work(round))).sort((a, b) => a - b);
  return (times[rounds / 2] ?? 0).toFixed(1);
}

/** In µs. */
function elapsed(work: () => unknown): number {
  const before = performance.now();
  work();
  return (performance.now() - before) * 1000;
}

async function measure(size: number): Promise<void> {
  const seed = await elapsedSeconds(async () =>
    StoreSnapshot.of(await generate('large', { seed: 7, now: yearEnd, size, fileStorage: true })),
  );
  const { faxes } = seed.result.collections;
  const all = [...faxes.values()];
  const fax = all[Math.floor(size / 2)];
  if (fax === undefined) throw new Error('no faxes');
  const [tag = ['', '']] = all.flatMap(({ tags }) => Object.entries(tags));
  const number = fax.direction === 'sent' ? (fax.recipients[0]?.number ?? '') : (fax.toNumber ?? '');
  const page = (...wanted: Label[]) => {
    const found = faxes.find({ to: yearEnd, labels: wanted });
    return [found.newest(0, 25), found.count(10_000)];
  };
  page(labels.status('success')); // the labels of a small store are read now
  const reads = {
    get: () => faxes.get(fax.id),
    page: () => page(),
    status: () => page(labels.status('success')),
    number: () => page(labels.number(number)),
    tag: () => page(labels.tag(...tag)),
    'direction+status': () => page(labels.directionStatus('sent', 'success')),
    'direction+rare status': () => page(labels.directionStatus('sent', 'partialsuccess')),
    'number+status': () => page(labels.number(number), labels.status('success')),
    'tag+status': () => page(labels.tag(...tag), labels.status('success')),
  };
  const store = new Store(seed.result);
  const change = (round: number) =>
    store.commit(() => store.faxes.put({ ...fax, id: 2_000_000_000 + round, createdAt: yearEnd + round }));
  console.log(`${size} faxes: made in ${seed.seconds.toFixed(1)} s of CPU`);
  for (const [name, read] of Object.entries(reads)) console.log(`  ${name}: ${cost(read)} µs`);
  console.log(
    `  first change: ${elapsed(() => change(0)).toFixed(0)} µs, later: ${cost((round) => change(round + 1))} µs`,
  );
  console.log(`  first change after a snapshot: ${elapsed(() => [store.snapshot(), change(500)]).toFixed(0)} µs`);
  console.log(`  memory: ${megabytes()} MB`);
}

async function elapsedSeconds<R>(work: () => Promise<R>): Promise<{ result: R; seconds: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, seconds: (user + system) / 1e6 };
}

for (const size of process.argv.slice(2).map(Number)) await measure(size);
