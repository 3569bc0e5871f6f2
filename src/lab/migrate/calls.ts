import type { RequestRecord, WebhookRecord } from '../../control/client/named-types.ts';
import { readList } from '../../model/fields/lists.ts';
import { phaxioVersions } from '../../model/domain/operation.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { KnownFax, WorldEvidence } from './evidence.ts';
import { isPhaxioOperation } from './operations.ts';
import type { PhaxioOperation } from './operations.ts';
import { nameIn } from './names.ts';
import { asText } from '../../model/shared/conversion.ts';
import { isAccepting } from '../../model/shared/webhook-answer.ts';

/** A request of v1, v2 or v2.1 with its answer. */
export interface OldCall {
  /** `request 3`, or `request 3 of "a busy line"` if there are several worlds. */
  readonly name: string;
  readonly operation: PhaxioOperation;
  readonly request: RequestRecord;
  /** Parameters by their names; empty if they could not be read. */
  readonly params: Mapping;
  /** The JSON of the answer; undefined for a file, and for a text that the journal has cut. */
  readonly answer: unknown;
  readonly world: WorldEvidence;
}

/** An attempt of a webhook of v1, v2 or v2.1. */
export interface Notice {
  /** `webhook 3`. */
  readonly name: string;
  readonly webhook: WebhookRecord;
  readonly attempt: WebhookRecord['attempts'][number];
  /** Fields of the webhook, with the fax as an object. */
  readonly fields: Mapping;
  readonly world: WorldEvidence;
}

const phaxio: ReadonlySet<string | null> = new Set(phaxioVersions);

export const callsIn = (world: WorldEvidence): OldCall[] =>
  world.requests.flatMap((request): OldCall[] => {
    const { operation, version, params } = request;
    if (operation === null || !phaxio.has(version) || !isPhaxioOperation(operation)) return [];
    const name = nameIn(`request ${request.id}`, world);
    const call = { name, operation, request, params: params ?? {}, answer: answerOf(request), world };
    return [isFileDeletion(call) ? { ...call, operation: 'deleteFaxFile' } : call];
  });

/** Whether a call deletes only the file of a fax. v1 has one operation for a fax and for its file. */
const isFileDeletion = ({ operation, params }: OldCall): boolean =>
  operation === 'deleteFax' && ['true', '1'].includes(asText(params['files_only']));

function answerOf({ answer: { body, body_is_cut: isCut } }: RequestRecord): unknown {
  return body === null || isCut ? undefined : parsed(body);
}

function parsed(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a fault of a scenario may have spoilt it
  }
}

export const noticesIn = (world: WorldEvidence): Notice[] =>
  world.webhooks.flatMap((webhook) =>
    webhook.attempts.flatMap((attempt): Notice[] => {
      // Skips webhooks without a URL, which were not sent, and events of v3, which need no change.
      if (webhook.url === null || Object.hasOwn(attempt.fields, 'event')) return [];
      const { fax, ...texts } = attempt.fields;
      const fields = fax === undefined ? texts : { ...texts, fax: parsed(fax) ?? fax };
      return [{ name: nameIn(`webhook ${webhook.id}`, world), webhook, attempt, fields, world }];
    }),
  );

/** Whether the application accepted the webhook. */
export const isTaken = ({ attempt: { answer } }: Notice): boolean => answer !== null && isAccepting(answer);

/** Whether a webhook went to the URL in the account's settings, because its fax had none. A resend uses the URL of its fax. */
export function isOfAccount({ webhook: { url, fax_id: id }, world }: Notice): boolean {
  const { send_callback_url: sent, receive_callback_url: received } = world.settings;
  if (url === null || (url !== sent && url !== received)) return false;
  const fax = world.faxes.get(id);
  if (fax !== undefined) return fax.callback_url === null;
  const maker = world.requests.find((request) => request.new_fax_ids.includes(id));
  return maker?.params?.['callback_url'] === undefined;
}

/** The faxes that a call created, as far as they still exist. */
export const madeFaxes = ({ request, world }: OldCall): readonly KnownFax[] =>
  request.new_fax_ids.flatMap((id) => world.faxes.get(id) ?? []);

export const isSuccess = ({ request: { answer }, answer: body }: OldCall): boolean =>
  answer.status !== null && answer.status < 300 && !(isPlainObject(body) && body['success'] === false);

/** The leaves of a JSON value with their paths: `data[].id`. */
export function leavesOf(value: unknown, path = ''): (readonly [path: string, value: unknown])[] {
  if (isList(value)) return value.flatMap((item) => leavesOf(item, `${path}[]`));
  if (!isPlainObject(value)) return [[path, value]];
  return Object.entries(value).flatMap(([name, item]) => leavesOf(item, path === '' ? name : `${path}.${name}`));
}

/** The faxes in an answer: one, or those of a list. */
export function faxesOfCall({ operation, answer }: OldCall): readonly Mapping[] {
  if (!isPlainObject(answer) || !faxOperations.has(operation)) return [];
  const { data } = answer;
  return (isList(data) ? data : [data]).filter(isPlainObject);
}

const faxOperations: ReadonlySet<PhaxioOperation> = new Set([
  'sendFax',
  'listFaxes',
  'getFax',
  'resendFax',
  'cancelFax',
]);

/** The fax of a webhook; v2 has its fields beside those of the event. */
export const faxOf = ({ fields }: Notice): Mapping => (isPlainObject(fields['fax']) ? fields['fax'] : fields);

/** A parameter as a list of texts, as the service reads one: one value, several, or none. */
export const textsOf = (value: unknown): string[] =>
  value === undefined || value === null ? [] : readList(value).map(asText);

/** The values at a path: `recipients[]`, `resolution`. */
export function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return [value];
  if (!isPlainObject(value)) return [];
  const item = value[name.replace('[]', '')];
  if (item === undefined) return [];
  return name.endsWith('[]') ? (isList(item) ? item.flatMap((one) => valuesAt(one, rest)) : []) : valuesAt(item, rest);
}
