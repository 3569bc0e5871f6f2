import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataDirectory } from '../../src/store/disk/data-directory.ts';
import { Store } from '../../src/store/memory/store.ts';
import { aFax, someContents } from '../support/contents.ts';

// The cost of an acknowledged commit on disk: `node --import ./test/support/register-typescript.mjs test/bench/saves.ts`.
// Each commit changes a fax and the account.

const origin = { fixture: 'demo', fixtureSize: 0, seed: 7, dataTime: 0 };
const oneAfterAnother = 1000;
const atOnce = 1000;

async function measure(faxes: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'faxsim-bench-'));
  const data = await openDataDirectory(directory);
  const { contents, disk } = await data.create(someContents({ faxes }), origin);
  const store = new Store(contents, disk);
  const change = async (index: number): Promise<void> =>
    store.commit(() => {
      store.faxes.put(aFax(1 + ((index * 37) % faxes), { pages: 1 + (index % 90) }));
      store.account = { ...store.account, balanceCents: index };
    });
  const single: number[] = [];
  for (let index = 0; index < oneAfterAnother; index++) {
    const at = performance.now();
    await change(index);
    single.push(performance.now() - at);
  }
  single.sort((a, b) => a - b);
  const at = performance.now();
  await Promise.all(Array.from({ length: atOnce }, (_, index) => change(index)));
  const together = performance.now() - at;
  const closing = performance.now();
  await data.close();
  const close = performance.now() - closing;
  await rm(directory, { recursive: true });
  const heap = process.memoryUsage().rss / 2 ** 20;
  const share = (part: number): string => (single[Math.floor(single.length * part)] ?? 0).toFixed(2);
  return (
    `${faxes} faxes: one commit ${share(0.5)} ms (99 of 100 within ${share(0.99)}), ` +
    `${atOnce} at once ${together.toFixed(0)} ms, close ${close.toFixed(0)} ms, rss ${heap.toFixed(0)} MB`
  );
}

for (const faxes of [500, 10_000]) console.log(await measure(faxes));
