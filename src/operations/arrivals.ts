import { drawInteger } from '../domain/dice.ts';
import type { Fax } from '../domain/fax.ts';
import { blockOf } from './calls.ts';
import { storeReceived } from './received-faxes.ts';
import { publicNumber } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/**
 * Receives so many faxes of one page each from somebody, as any day brings them: to the account's first number, or the
 * service's own. What a blocking rule stops does not come.
 */
export async function receiveArrivals(context: OperationContext, count: number): Promise<Fax[]> {
  const { store, documents, seed } = context;
  const [own] = store.phoneNumbers.find({}).slice(0, 1);
  const to = own?.number ?? publicNumber;
  const last = store.faxes.highestKey ?? 0;
  const calls = Array.from({ length: count }, (_, index) => fictitiousNumber(seed, `${last} ${index}`));
  const arriving = calls.filter((from) => blockOf(context, 'receive', { from, to }) === undefined);
  return context.blobs.use(async () => {
    const examined = await Promise.all(
      arriving.map(async (from) => {
        const pdf = await documents.placeholder({ title: 'Fax', lines: [`From: ${from}`, `To: ${to}`], pages: 1 });
        return { blob: await context.blobs.put(pdf), barcodes: [], pages: 1, from, to, isTest: false };
      }),
    );
    return store.commit(() => examined.map((incoming) => storeReceived(context, incoming)));
  });
}

/** One of the numbers that are kept for fiction: 555-0100 to 555-0199. */
function fictitiousNumber(seed: number, key: string): string {
  return `+1202555${String(drawInteger({ min: 100, max: 199 }, seed, 'arrival', key)).padStart(4, '0')}`;
}
