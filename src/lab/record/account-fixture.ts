import { stringify } from 'yaml';
import { faxErrorById } from '../../model/domain/fax-error.ts';
import { readTime } from '../../model/domain/time.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { PersonalData, personalKinds, personalRules } from './personal-data.ts';
import type { PersonalKind } from './personal-data.ts';
import type { RecordedPair } from './recorder.ts';

type Entry = Readonly<Record<string, unknown>>;
type Write = (record: Mapping, hide: PersonalData) => Entry | undefined;

/** The records of an account that answers have shown, as a fixture file. Personal data are replaced, but for the kept kinds. */
export function accountFixture(pairs: readonly RecordedPair[], kept: readonly PersonalKind[]): string {
  const lists = listsOf(pairs, new PersonalData(kept));
  const rules = personalKinds.map(
    (kind) => `# ${kind}: ${kept.includes(kind) ? 'as they are (--keep)' : personalRules[kind]}.`,
  );
  const head = [
    '# The records that a recording of the real account has seen.',
    ...rules,
    '# documents: none is recorded; each fax has a made-up one.',
  ];
  return `${head.join('\n')}\n\n${Object.keys(lists).length === 0 ? '{}\n' : stringify(lists)}`;
}

/** The entries of a fixture by list, each record once, as its latest answer showed it. */
function listsOf(pairs: readonly RecordedPair[], hide: PersonalData): Readonly<Record<string, readonly Entry[]>> {
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

/** The records of an answer: those that it lists, or the one that it shows; none of a refusal. */
function recordsIn({ status, body }: RecordedPair['exchange']['answer']): readonly Mapping[] {
  const json = status !== null && status < 300 ? parseMapping(body?.toString() ?? '') : undefined;
  if (json === undefined) return [];
  const { data, faxes, ...fields } = json;
  const found = isList(data) ? data : isList(faxes) ? faxes : [data ?? faxes ?? fields];
  return found.filter(isPlainObject);
}

/** The list of a fixture for the records of an operation, and the field that tells them apart. */
const kinds: Readonly<Record<string, { readonly list: string; readonly key: string; readonly write: Write }>> = {
  ...fromOperations(['listFaxes', 'getFax'], { list: 'faxes', key: 'id', write: faxEntry }),
  ...fromOperations(['listPhoneNumbers', 'getPhoneNumber'], {
    list: 'numbers',
    key: 'phone_number',
    write: numberEntry,
  }),
  ...fromOperations(['listAtas', 'getAta'], { list: 'atas', key: 'id', write: ataEntry }),
  ...fromOperations(['getDefaultPhaxCode', 'getPhaxCode'], { list: 'phax_codes', key: 'identifier', write: codeEntry }),
};

function fromOperations<T>(names: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** The entry without the fields that have no value. */
const filled = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** A time as fixtures have it: RFC 3339 in UTC. */
function timeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = typeof value === 'number' ? value * 1000 : readTime(asText(value).replace(' ', 'T'));
  return ms === undefined || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

const statuses: Readonly<Record<string, string>> = {
  COMPLETED: 'success',
  FAILURE: 'failure',
  QUEUED: 'queued',
  IN_PROGRESS: 'inprogress',
};

/** The value of a field that the versions of the API name differently. */
const valueOf = (record: Mapping, ...names: readonly string[]): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== null);

function faxEntry(fax: Mapping, hide: PersonalData): Entry | undefined {
  if (fax['status'] === undefined || fax['direction'] === undefined) return undefined;
  const isReceived = /^(?:received|INBOUND)$/.test(asText(fax['direction']));
  const status = statuses[asText(fax['status'])] ?? asText(fax['status']);
  const id = asNumber(fax['id']);
  const recipients = recipientsOf(fax);
  return filled({
    id: Number.isSafeInteger(id) ? id : undefined,
    direction: isReceived ? 'received' : 'sent',
    status,
    created_at: timeOf(valueOf(fax, 'created_at', 'requested_at', 'createTime')),
    completed_at: timeOf(valueOf(fax, 'completed_at', 'completedTime')),
    ...(isReceived ? endsOfReceived(fax, hide) : endsOfSent(fax, recipients, hide)),
    pages: asNumber(valueOf(fax, 'num_pages', 'numberOfPages') ?? 0),
    cost: typeof fax['cost'] === 'number' ? fax['cost'] : undefined,
    is_test: fax['is_test'] === true ? true : undefined,
    error: status === 'failure' ? errorOf(fax, recipients) : undefined,
    caller_name: typeof fax['caller_name'] === 'string' ? hide.name(fax['caller_name']) : undefined,
    tags: tagsOf(valueOf(fax, 'tags', 'labels'), hide),
  });
}

const recipientsOf = ({ recipients }: Mapping): readonly Mapping[] =>
  isList(recipients) ? recipients.filter(isPlainObject) : [];

const endsOfReceived = (fax: Mapping, hide: PersonalData) => ({
  to: numbersIn([valueOf(fax, 'to_number', 'to')], hide),
  from: numbersIn([valueOf(fax, 'from_number', 'from')], hide)[0],
});

const endsOfSent = (fax: Mapping, recipients: readonly Mapping[], hide: PersonalData) => ({
  to: numbersIn([...recipients.map((one) => valueOf(one, 'phone_number', 'number')), fax['to']], hide),
  from: numbersIn([valueOf(fax, 'caller_id', 'from')], hide)[0],
});

/** The numbers that are given, each replaced by its rule. */
const numbersIn = (values: readonly unknown[], hide: PersonalData): readonly string[] =>
  values
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => hide.number(toE164(asText(value))));

/** The error of a fax, or of its first recipient that has one, where the simulator knows it. */
function errorOf(fax: Mapping, recipients: readonly Mapping[]): number | undefined {
  const ids = [fax, ...recipients].map((one) => one['error_id'] ?? one['errorCode']).map(asNumber);
  return ids.find((id) => faxErrorById(id) !== undefined);
}

function tagsOf(value: unknown, hide: PersonalData): Entry | undefined {
  if (!isPlainObject(value) || Object.keys(value).length === 0) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, hide.text(asText(text))]));
}

function numberEntry(record: Mapping, hide: PersonalData): Entry | undefined {
  const number = record['phone_number'] ?? record['number'];
  if (number === undefined) return undefined;
  const url = record['callback_url'];
  return filled({
    number: hide.number(toE164(asText(number))),
    city: record['city'],
    state: record['state'],
    country: record['country'],
    cost_cents: typeof record['cost'] === 'number' ? record['cost'] : undefined,
    last_billed_at: timeOf(record['last_billed_at']),
    provisioned_at: timeOf(record['provisioned_at']),
    callback_url: typeof url === 'string' ? hide.url(url) : undefined,
  });
}

function ataEntry(record: Mapping, hide: PersonalData): Entry | undefined {
  if (record['id'] === undefined || record['name'] === undefined) return undefined;
  const text = (name: string): string | undefined =>
    typeof record[name] === 'string' ? hide.text(record[name]) : undefined;
  return filled({
    id: asNumber(record['id']),
    name: hide.name(asText(record['name'])),
    description: text('description'),
  });
}

function codeEntry(record: Mapping, hide: PersonalData): Entry | undefined {
  if (typeof record['identifier'] !== 'string') return undefined;
  return filled({
    identifier: record['identifier'],
    created_at: timeOf(record['created_at']),
    metadata: typeof record['metadata'] === 'string' ? hide.text(record['metadata']) : undefined,
  });
}
