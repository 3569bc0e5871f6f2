import { project } from './examples.ts';
import { systemClock } from '../../src/model/domain/system-clock.ts';
import { WorldClock } from '../../src/model/domain/world-clock.ts';
import { openDataDirectory } from '../../src/store/disk/data-directory.ts';
import { Store } from '../../src/store/memory/store.ts';
import { addressPolicy } from '../../src/service/network/address-policy.ts';
import { nameLookup } from '../../src/service/network/name-lookup.ts';
import { Deliveries } from '../../src/service/webhooks/deliveries.ts';
import { createPost } from '../../src/service/webhooks/post.ts';
import { aFax, someContents } from './contents.ts';
import { say } from './say.ts';

// Adds faxes of 7 cents to the data directory named by the first argument and tells the URL given as the second of each,
// until it is killed. Fax, news and price are one commit. Prints `ready`, then the id of each fax once it is acknowledged.

const onFault = (fault: unknown): never => {
  throw fault;
};

const [, , directory = '', url = ''] = process.argv;
const data = await openDataDirectory(directory);
const origin = { fixture: 'demo', fixtureSize: 0, seed: 7, dataTime: 0 };
const { contents, disk } = data.saved ?? (await data.create(someContents({ faxes: 0 }), origin));
const store = new Store(contents, disk);
const clock = new WorldClock({ systemClock, onFault });
const post = createPost({ policy: addressPolicy(), lookUp: nameLookup() });
const documentOf = () => Promise.resolve(undefined);
const deliveries = new Deliveries({ store, clock, projectOf: () => project, documentOf, post, onFault });
for (const one of deliveries.unfinished) deliveries.resume(one);
say('ready');

async function addFaxes(): Promise<never> {
  for (;;) {
    const id = (store.faxes.highestKey ?? 0) + 1;
    await store.commit(() => {
      const fax = aFax(id, { callbackUrl: url });
      store.faxes.put(fax);
      store.account = { ...store.account, balanceCents: store.account.balanceCents - fax.costCents };
      deliveries.announce(
        { event: 'fax_completed', faxId: id, recipientNumber: null, page: null, retryCount: null },
        fax,
      );
    });
    say(id);
  }
}

await Promise.all(Array.from({ length: 4 }, addFaxes));
