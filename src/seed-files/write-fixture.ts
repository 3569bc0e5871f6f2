import { stringify } from 'yaml';
import { isDeepStrictEqual } from 'node:util';
import { recordBody } from '../control/record-form.ts';
import type { PaceName } from '../domain/pace.ts';
import { paces } from '../domain/pace.ts';
import { pluralize } from '../shared/words.ts';
import type { Blobs } from '../store/blobs.ts';
import type { StoreSnapshot } from '../store/snapshot.ts';
import { Store } from '../store/store.ts';
import { faxEntryOf } from './fax-entry.ts';
import { accountOf, ataFields, blockingRuleFields, numberFields, phaxCodeFields, portOrderFields } from './records.ts';
import type { FixtureFileContext } from './records.ts';
import { relativeTimes } from './times.ts';
import type { Mapping } from '../shared/objects.ts';

export interface WriteContext {
  readonly seed: number;
  /** The time of the world's clock, in ms; the times of the file are relative to it. */
  readonly now: number;
  readonly pace: PaceName;
  readonly blobs: Pick<Blobs, 'get'>;
}

export interface WrittenFixture {
  /** YAML. */
  readonly text: string;
  /** The parts of the world that a fixture cannot keep, a phrase each. */
  readonly leftOut: readonly string[];
}

/** Writes the records of a world as a fixture file, which gives the same records again. */
export async function writeFixture(
  snapshot: StoreSnapshot,
  { blobs, ...options }: WriteContext,
): Promise<WrittenFixture> {
  const now = Math.floor(options.now / 1000) * 1000;
  const store = new Store(snapshot);
  const { account, faxes, phoneNumbers, atas, portOrders, blockingRules, phaxCodes, ...others } = snapshot.contents();
  const context: FixtureFileContext = {
    store,
    seed: options.seed,
    clock: { now: () => now },
    pace: paces[options.pace],
  };
  const ataNames = new Map(atas.flatMap(({ number, name }) => (number === null ? [] : [[number, name] as const])));
  const entries = await Promise.all(faxes.map((fax) => faxEntryOf(context, fax, blobs)));
  const fixture = {
    account: changes(account, accountOf(), ['balance_cents']),
    numbers: phoneNumbers.map((owned) =>
      changes(owned, numberFields(context, { number: owned.number }, ataNames), ['number']),
    ),
    faxes: entries.map(({ entry }) => entry),
    blocking_rules: blockingRules.map((rule) =>
      changes(rule, blockingRuleFields(context, { direction: rule.direction, to: '', from: '' }), ['id', 'direction']),
    ),
    atas: atas.map((ata) =>
      changes(ata, ataFields(context, { name: ata.name }), ['id', 'name', 'username', 'password']),
    ),
    port_orders: portOrders.map((order) => {
      const { createdAt: created_at, status, nameOnAccount: name_on_account } = order;
      const usual = portOrderFields(context, { numbers: [], created_at, status, name_on_account });
      return changes(order, usual, ['id', 'status', 'created_at', 'name_on_account', 'contact_number', 'numbers']);
    }),
    phax_codes: phaxCodes.map((code) => changes(code, phaxCodeFields(context, {}), ['identifier', 'created_at'])),
  };
  const uploads = faxes.filter(({ sources }) => sources.length > 0);
  const incomplete = entries.filter(({ isIncomplete }) => isIncomplete);
  const leftOut = [
    ...phraseOf(others.deliveries, 'webhook delivery', 'webhook deliveries'),
    ...phraseOf(others.releasedNumbers, 'released number'),
    ...phraseOf(uploads, 'upload of an unconverted fax', 'uploads of unconverted faxes'),
    ...phraseOf(incomplete, 'document that is missing', 'documents that are missing'),
  ];
  return { text: textOf(fixture, now, leftOut), leftOut };
}

/** The fields in the form of the control API that differ from the usual ones, and those that must stand there. */
function changes(record: object, usual: object, always: readonly string[]): Mapping {
  const plain = recordBody(usual);
  const own = Object.entries(recordBody(record));
  return Object.fromEntries(
    own.filter(([name, value]) => always.includes(name) || !isDeepStrictEqual(value, plain[name])),
  );
}

/** None for an empty list. */
const phraseOf = (items: readonly unknown[], ...nouns: [one: string, several?: string]): string[] =>
  items.length === 0 ? [] : [pluralize(items.length, ...nouns)];

function textOf(fixture: Readonly<Record<string, unknown>>, now: number, leftOut: readonly string[]): string {
  const filled = Object.entries(fixture).filter(([, part]) => !Array.isArray(part) || part.length > 0);
  const head = [
    `# A faxsim fixture, written at ${new Date(now).toISOString()} of the world's clock: faxsim --fixture FILE`,
    ...leftOut.map((phrase) => `# Left out: ${phrase}`),
  ];
  return `${head.join('\n')}\n${stringify(relativeTimes(Object.fromEntries(filled), now), { lineWidth: 0 })}`;
}
