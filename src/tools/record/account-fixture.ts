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
// eslint-disable-next-line complexity -- one pass over the answers, then the parts of the file in order
export function accountFixture(pairs: readonly RecordedPair[], kept: readonly PersonalKind[]): string {
  const hide = new PersonalData(kept);
  const lists: Record<string, Map<string, Entry>> = {};
  for (const { call, exchange } of pairs) {
    const kind = kinds[call.route?.operation ?? ''];
    const { status, body } = exchange.answer;
    const json = status !== null && status < 300 ? parseMapping(body?.toString() ?? '') : undefined;
    if (kind === undefined || json === undefined) continue;
    for (const record of recordsIn(json)) {
      const entry = kind.write(record, hide);
      if (entry !== undefined) (lists[kind.list] ??= new Map()).set(asText(record[kind.key] ?? record['id']), entry);
    }
  }
  const fixture = Object.fromEntries(Object.entries(lists).map(([name, entries]) => [name, [...entries.values()]]));
  const rules = personalKinds.map(
    (kind) => `# ${kind}: ${kept.includes(kind) ? 'as they are (--keep)' : personalRules[kind]}.`,
  );
  const head = [
    '# The records that a recording of the real account has seen.',
    ...rules,
    '# documents: none is recorded; each fax has a made-up one.',
  ];
  return `${head.join('\n')}\n\n${Object.keys(fixture).length === 0 ? '{}\n' : stringify(fixture)}`;
}

/** The records of an answer: those that it lists, or the one that it shows. */
function recordsIn({ data, faxes, ...fields }: Mapping): readonly Mapping[] {
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

// eslint-disable-next-line complexity -- a row for each field, with its name in each version
function faxEntry(fax: Mapping, hide: PersonalData): Entry | undefined {
  if (fax['status'] === undefined || fax['direction'] === undefined) return undefined;
  const number = (value: unknown): string | undefined =>
    value === undefined || value === null || value === '' ? undefined : hide.number(toE164(asText(value)));
  const isReceived = /^(?:received|INBOUND)$/.test(asText(fax['direction']));
  const status = statuses[asText(fax['status'])] ?? asText(fax['status']);
  const id = asNumber(fax['id']);
  const recipients = isList(fax['recipients']) ? fax['recipients'].filter(isPlainObject) : [];
  const to = isReceived
    ? [number(fax['to_number'] ?? fax['to'])]
    : [...recipients.map((one) => number(one['phone_number'] ?? one['number'])), number(fax['to'])];
  return filled({
    id: Number.isSafeInteger(id) ? id : undefined,
    direction: isReceived ? 'received' : 'sent',
    status,
    created_at: timeOf(fax['created_at'] ?? fax['requested_at'] ?? fax['createTime']),
    completed_at: timeOf(fax['completed_at'] ?? fax['completedTime']),
    to: to.filter((one) => one !== undefined),
    from: number(isReceived ? (fax['from_number'] ?? fax['from']) : (fax['caller_id'] ?? fax['from'])),
    pages: asNumber(fax['num_pages'] ?? fax['numberOfPages'] ?? 0),
    cost: typeof fax['cost'] === 'number' ? fax['cost'] : undefined,
    is_test: fax['is_test'] === true ? true : undefined,
    error: status === 'failure' ? errorOf(fax, recipients) : undefined,
    caller_name: typeof fax['caller_name'] === 'string' ? hide.name(fax['caller_name']) : undefined,
    tags: tagsOf(fax['tags'] ?? fax['labels'], hide),
  });
}

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
