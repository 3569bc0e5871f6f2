import { openDataDirectory } from '../../src/store/disk/data-directory.ts';
import { Store } from '../../src/store/memory/store.ts';
import { aFax, someContents } from './contents.ts';
import { say } from './say.ts';

// Adds faxes to the data directory named by the first argument, several at a time, until it is killed. Prints `ready`,
// then the id of each fax once it is acknowledged. Each commit also deletes the fax before, and changes the account.

const data = await openDataDirectory(process.argv[2] ?? '');
say('opened');
const origin = { fixture: 'demo', fixtureSize: 0, seed: 7, dataTime: 0 };
const { contents, disk } = data.saved ?? (await data.create(someContents({ faxes: 1400 }), origin));
const store = new Store(contents, disk);
say('ready');

async function addFaxes(): Promise<never> {
  for (;;) {
    const id = (store.faxes.highestKey ?? 0) + 1;
    await store.commit(() => {
      store.faxes.put(aFax(id));
      store.faxes.delete(id - 1000);
      store.account = { ...store.account, balanceCents: id };
    });
    say(id);
  }
}

await Promise.all(Array.from({ length: 4 }, addFaxes));
