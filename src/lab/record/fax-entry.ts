import { faxErrorById } from '../../model/domain/fax-error.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { PersonalData } from './personal-data.ts';
import { filled, timeOf, valueOf } from './record-entries.ts';
import type { Entry } from './record-entries.ts';

const statuses: Readonly<Record<string, string>> = {
  COMPLETED: 'success',
  FAILURE: 'failure',
  QUEUED: 'queued',
  IN_PROGRESS: 'inprogress',
};

/** A fax in the form of a fixture file; undefined for another kind of record. */
export function faxEntry(fax: Mapping, hide: PersonalData): Entry | undefined {
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

/** The given numbers, each replaced by its rule. */
const numbersIn = (values: readonly unknown[], hide: PersonalData): readonly string[] =>
  values
    .filter((value) => value !== undefined && value !== null && value !== '')
    .map((value) => hide.number(toE164(asText(value))));

/** The error of a fax, or of its first failed recipient, if the simulator knows the error. */
function errorOf(fax: Mapping, recipients: readonly Mapping[]): number | undefined {
  const ids = [fax, ...recipients].map((one) => one['error_id'] ?? one['errorCode']).map(asNumber);
  return ids.find((id) => faxErrorById(id) !== undefined);
}

function tagsOf(value: unknown, hide: PersonalData): Entry | undefined {
  if (!isPlainObject(value) || Object.keys(value).length === 0) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, hide.text(asText(text))]));
}
