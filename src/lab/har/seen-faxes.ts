import type { RequestRecord, WebhookRecord } from '../../control/client/named-types.ts';
import { readList } from '../../model/fields/lists.ts';
import { toE164 } from '../../model/numbering/phone-text.ts';
import { asNumber, asText } from '../../model/shared/conversion.ts';
import { parseMapping } from '../../model/shared/json-text.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { KnownFax } from '../migrate/evidence.ts';

const noFax: KnownFax = {
  ids: [],
  to: [],
  callback_url: null,
  caller_id: null,
  header_text: null,
  tags: {},
  isGivenUpAtOnce: false,
};

/** The faxes that requests created or answers showed, by their ids in v1, v2 and v2.1. Later answers add to earlier ones. */
export function faxesSeen(
  requests: readonly RequestRecord[],
  webhooks: readonly WebhookRecord[],
): ReadonlyMap<number, KnownFax> {
  const seen = new Map<number, KnownFax>();
  const note = (id: number, known: Partial<KnownFax>): void => {
    seen.set(id, { ...(seen.get(id) ?? noFax), ...known });
  };
  for (const { operation, new_fax_ids: made, fax_id: named, params, answer } of requests) {
    const isResend = operation === 'resendFax';
    const former = isResend ? seen.get(named ?? 0) : undefined;
    for (const id of made) note(id, { ...former, ...sentFax(params ?? {}, isResend) });
    for (const fax of faxesIn(parseMapping(answer.body ?? ''))) note(asNumber(fax['id']), shownFax(fax));
  }
  for (const fax of webhooks.flatMap(faxesTold)) note(asNumber(fax['id']), shownFax(fax));
  return seen;
}

const faxesTold = ({ attempts }: WebhookRecord): readonly Mapping[] =>
  attempts.map(({ fields }) => parseMapping(fields['fax'] ?? '')).filter(isFax);

function sentFax(params: Mapping, isResend: boolean): Partial<KnownFax> {
  const { to, caller_id: from, header_text: header, callback_url: url, tag } = params;
  const text = (value: unknown): string | null => (value === undefined || value === '' ? null : asText(value));
  if (isResend) return url === undefined ? {} : { callback_url: text(url) };
  return {
    to: to === undefined ? [] : readList(to).map((number) => toE164(asText(number))),
    caller_id: from === undefined ? null : toE164(asText(from)),
    header_text: text(header),
    callback_url: text(url),
    tags: textsOf(tag),
  };
}

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isPlainObject(value) ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, asText(item)])) : {};

const isFax = (value: unknown): value is Mapping =>
  isPlainObject(value) && typeof value['id'] === 'number' && 'direction' in value && 'num_pages' in value;

function faxesIn(body: Mapping | undefined): readonly Mapping[] {
  const data = body?.['data'];
  return (isList(data) ? data : [data]).filter(isFax);
}

/** The fields of a fax that an answer reliably shows. */
function shownFax(fax: Mapping): Partial<KnownFax> {
  const recipients = isList(fax['recipients']) ? fax['recipients'].filter(isPlainObject) : [];
  const numbers = recipients
    .map((one) => one['phone_number'] ?? one['number'])
    .filter((number) => number !== undefined);
  return {
    ...(numbers.length > 0 && { to: numbers.map((number) => toE164(asText(number))) }),
    ...(typeof fax['caller_id'] === 'string' && { caller_id: fax['caller_id'] }),
    ...(isPlainObject(fax['tags']) && { tags: textsOf(fax['tags']) }),
    ...(recipients.length > 0 && { isGivenUpAtOnce: recipients.some(failsAtOnce) }),
  };
}

const failsAtOnce = ({ status, error_type: type, retry_count: retries }: Mapping): boolean =>
  status === 'failure' && type === 'lineError' && retries === 0;
