import { stringify } from 'yaml';
import { faultOfEntry } from '../../control/fixture-files/schema.ts';
import { asText } from '../../model/shared/conversion.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { fromNames, isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { faxEntry } from './fax-entry.ts';
import { PersonalData, personalKinds, personalRules } from './personal-data.ts';
import type { PersonalKind } from './personal-data.ts';
import { ataEntry, blockingRuleEntry, codeEntry, numberEntry, portOrderEntry, serviceEntry } from './record-entries.ts';
import type { Entry } from './record-entries.ts';
import type { RecordedPair } from './recorder.ts';

type Write = (record: Mapping, hide: PersonalData) => Entry | undefined;

/** The records of an account that answers have shown, as a fixture file. Replaces personal data, except the kinds to keep. */
export function accountFixture(pairs: readonly RecordedPair[], kept: readonly PersonalKind[]): string {
  const seen = listsOf(pairs, new PersonalData(kept));
  const { lists, faults } = loadable(seen);
  const rules = personalKinds.map(
    (kind) => `# ${kind}: ${kept.includes(kind) ? 'as they are (--keep)' : personalRules[kind]}.`,
  );
  const head = [
    '# The records that a recording of the real account has seen.',
    ...rules,
    '# documents: none is recorded; each fax has a made-up one.',
    ...faults.map((fault) => `# left out: ${fault}`),
  ];
  return `${head.join('\n')}\n\n${Object.keys(lists).length === 0 ? '{}\n' : stringify(lists)}`;
}

type Lists = Readonly<Record<string, readonly Entry[]>>;

/** The entries of a fixture by list, each record once, as its latest answer showed it. */
function listsOf(pairs: readonly RecordedPair[], hide: PersonalData): Lists {
  const lists: Record<string, Map<string, Entry>> = {};
  for (const { call, exchange } of pairs) {
    const kind = kinds[call.route?.operation ?? ''];
    if (kind === undefined) continue;
    for (const record of recordsIn(exchange.answer)) {
      const entry = kind.write(record, hide);
      if (entry !== undefined) (lists[kind.list] ??= new Map()).set(asText(record[kind.key] ?? record['id']), entry);
    }
  }
  return Object.fromEntries(Object.entries(lists).map(([name, entries]) => [name, [...entries.values()]]));
}

/**
 * The valid entries of a fixture. If the service has changed, it may have values that faxsim does not accept; their entries become
 * faults.
 */
function loadable(seen: Lists): { readonly lists: Lists; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const isSound = (list: string, entry: Entry): boolean => {
    const fault = faultOfEntry(list, entry);
    if (fault !== undefined) faults.push(`an entry of ${list}: ${fault}`);
    return fault === undefined;
  };
  const lists = Object.entries(seen)
    .map(([name, entries]) => [name, entries.filter((entry) => isSound(name, entry))] as const)
    .filter(([, entries]) => entries.length > 0);
  return { lists: Object.fromEntries(lists), faults };
}

/** The records of an answer: a list, or a single record; empty for a refusal. */
function recordsIn({ status, body }: RecordedPair['exchange']['answer']): readonly Mapping[] {
  const json = status !== null && status < 300 ? parseMapping(body?.toString() ?? '') : undefined;
  if (json === undefined) return [];
  const { data, faxes, services, ...fields } = json;
  const found = data ?? faxes ?? services ?? fields;
  return (isList(found) ? found : [found]).filter(isPlainObject);
}

interface RecordKind {
  readonly list: string;
  readonly key: string;
  readonly write: Write;
}

const kindOf = (operations: readonly string[], kind: RecordKind): Readonly<Record<string, RecordKind>> =>
  fromNames<Record<string, RecordKind>>(operations, () => kind);

/** The fixture list for the records of an operation, and the field that identifies a record. */
const kinds: Readonly<Record<string, RecordKind>> = {
  ...kindOf(['listFaxes', 'getFax'], { list: 'faxes', key: 'id', write: faxEntry }),
  ...kindOf(['listPhoneNumbers', 'getPhoneNumber'], { list: 'numbers', key: 'phone_number', write: numberEntry }),
  ...kindOf(['listAtas', 'getAta'], { list: 'atas', key: 'id', write: ataEntry }),
  ...kindOf(['listBlockingRules', 'getBlockingRule'], { list: 'blocking_rules', key: 'id', write: blockingRuleEntry }),
  ...kindOf(['listPortOrders', 'getPortOrder'], { list: 'port_orders', key: 'id', write: portOrderEntry }),
  ...kindOf(['listServices', 'getService'], { list: 'services', key: 'id', write: serviceEntry }),
  ...kindOf(['getDefaultPhaxCode', 'getPhaxCode'], { list: 'phax_codes', key: 'identifier', write: codeEntry }),
};
