import { drawInteger } from '../domain/draws.ts';
import { labels } from '../store/labels.ts';
import type { OperationContext } from './operation-context.ts';

/**
 * The last four digits of the numbers in each area, all of exchange 555. Those reserved for fiction come first, so that a
 * provisioned number hardly ever belongs to a real subscriber.
 */
const stock = [
  { min: 100, max: 199 },
  { min: 200, max: 9999 },
] as const;

/** That many numbers in a row that are provisioned one after the other are consecutive, as recorded of some. */
const neighbours = 4;

const day = 24 * 3_600_000;
/** A released number stays unavailable for that long. */
const quarantine = 90 * day;

/** A free number of that North American area; undefined when there is none. */
export function freeNumber(context: OperationContext, areaCode: number): string | undefined {
  const { store, seed } = context;
  const owned = store.phoneNumbers.find({ labels: [labels.areaCode(areaCode)] }).total;
  const isTaken = takenNumbers(context);
  for (const { min, max } of stock) {
    const start = drawInteger({ min, max }, seed, 'number', areaCode, Math.floor(owned / neighbours));
    for (let end = start; end <= max + start - min; end++) {
      const wrapped = end > max ? end - max + min - 1 : end;
      const number = `+1${areaCode}555${String(wrapped).padStart(4, '0')}`;
      if (!isTaken(number)) return number;
    }
  }
  return undefined;
}

/** Whether a number belongs to the account or to a party of its faxes and port orders, or was released lately. */
function takenNumbers({ store, clock }: OperationContext): (number: string) => boolean {
  const ported = new Set([...store.portOrders.values()].flatMap(({ numbers }) => numbers.map(({ number }) => number)));
  return (number) => {
    const released = store.releasedNumbers.get(number);
    return (
      store.phoneNumbers.get(number) !== undefined ||
      ported.has(number) ||
      store.faxes.find({ labels: [labels.number(number)] }).total > 0 ||
      (released !== undefined && released.releasedAt + quarantine > clock.now())
    );
  };
}
