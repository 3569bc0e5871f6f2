import { readTime } from '../../model/domain/time.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { fromNames, isList, isPlainObject, pick } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { PersonalData } from './personal-data.ts';

/** An entry of a list of a fixture file. */
export type Entry = Readonly<Record<string, unknown>>;

/** The entry without its undefined fields. */
export const filled = (entry: Entry): Entry =>
  Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** A time in the form of fixtures: RFC 3339 in UTC. */
export function timeOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  const ms = typeof value === 'number' ? value * 1000 : readTime(asText(value).replace(' ', 'T'));
  return ms === undefined || Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

/** The value of a field that the versions of the API name differently. */
export const valueOf = (record: Mapping, ...names: readonly string[]): unknown =>
  names.map((name) => record[name]).find((value) => value !== undefined && value !== null);

export function numberEntry(record: Mapping, hide: PersonalData): Entry | undefined {
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

export function ataEntry(record: Mapping, hide: PersonalData): Entry | undefined {
  if (record['id'] === undefined || record['name'] === undefined) return undefined;
  const text = (name: string): string | undefined =>
    typeof record[name] === 'string' ? hide.text(record[name]) : undefined;
  return filled({
    id: asNumber(record['id']),
    name: hide.name(asText(record['name'])),
    description: text('description'),
  });
}

export function codeEntry(record: Mapping, hide: PersonalData): Entry | undefined {
  if (typeof record['identifier'] !== 'string') return undefined;
  return filled({
    identifier: record['identifier'],
    created_at: timeOf(record['created_at']),
    metadata: typeof record['metadata'] === 'string' ? hide.text(record['metadata']) : undefined,
  });
}

export function blockingRuleEntry(
  { id, direction, to, from, is_locked: isLocked }: Mapping,
  hide: PersonalData,
): Entry {
  const end = (value: unknown): string =>
    asText(value).startsWith('+') ? hide.number(asText(value)) : asText(value ?? '*');
  return filled({ id, direction, to: end(to), from: end(from), is_locked: isLocked === true ? true : undefined });
}

/** A port order, without the PIN of its number. */
export function portOrderEntry(order: Mapping, hide: PersonalData): Entry {
  const numbers = isList(order['port_numbers']) ? order['port_numbers'].filter(isPlainObject) : [];
  return filled({
    ...pick(order, ['id', 'status', 'provider_name', 'port_type']),
    numbers: numbers.map((one) =>
      filled({
        ...pick(one, ['id', 'status']),
        number: shown(one['port_number'], (text) => hide.number(toE164(text))),
      }),
    ),
    contact_number: shown(order['contact_number'], (text) => hide.number(toE164(text))),
    contact_email: shown(order['contact_email'], (text) => hide.email(text)),
    name_on_account: shown(order['name_on_account'], (text) => hide.name(text)),
    account_identifier: shown(order['account_identifier'], (text) => hide.text(text)),
    name_of_business: shown(order['name_of_business'], (text) => hide.name(text)),
    billing: billingOf(order, hide),
    esig: shown(order['esig'], (text) => hide.name(text)),
    ...timesIn(order, ['created_at', 'updated_at', 'completed_at', 'requested_for', 'bill_received_at']),
  });
}

function billingOf(order: Mapping, hide: PersonalData): Entry | undefined {
  const billing = filled({
    number: shown(order['billing_number'], (text) => hide.number(toE164(text))),
    address1: shown(order['billing_address1'], (text) => hide.address(text)),
    address2: shown(order['billing_address2'], (text) => hide.address(text)),
    city: order['billing_city'],
    state: order['billing_state'],
    zip: shown(order['billing_zip'], (text) => asNumber(hide.postCode(text))),
  });
  return Object.keys(billing).length === 0 ? undefined : billing;
}

/** A service of v3. The default one becomes the world's first service, with id 1; others get new ids. */
export function serviceEntry(service: Mapping, hide: PersonalData): Entry {
  const delay = service['retryDelaySeconds'];
  return filled({
    id: service['defaultForProject'] === true ? 1 : undefined,
    name: shown(service['name'], (text) => hide.text(text)),
    incoming_webhook_url: shown(service['incomingWebhookUrl'], (text) => hide.url(text)),
    webhook_content_type: service['webhookContentType'],
    retries: service['numberOfRetries'],
    retry_delay_ms: typeof delay === 'number' ? delay * 1000 : undefined,
    image_conversion: service['imageConversionMethod'],
    resolution: service['resolution'],
    saves_outbound: service['saveOutboundFaxDocuments'],
    saves_inbound: service['saveInboundFaxDocuments'],
    scans_barcodes: service['scanIncomingBarcodes'],
    in_progress_notifications: service['inProgressNotifications'],
    created_at: timeOf(service['createdAt']),
    updated_at: timeOf(service['updatedAt']),
  });
}

const timesIn = (record: Mapping, names: readonly string[]): Entry =>
  fromNames<Record<string, unknown>>(names, (name) => timeOf(record[name]));

/** Converts a value; undefined if the record has none. */
const shown = <Shown>(value: unknown, write: (text: string) => Shown): Shown | undefined =>
  value === undefined || value === null || value === '' ? undefined : write(asText(value));
