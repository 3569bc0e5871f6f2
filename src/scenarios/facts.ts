import { nearest, nearestText } from '../model/shared/words.ts';
import { identifiedRecord } from '../model/domain/operation.ts';
import { canonicalWord } from './synonyms.ts';
import { scopeOf } from './effects.ts';
import type { EffectScope } from './effects.ts';

/** The fields of a fax that rules on faxes and webhooks can compare. */
export const courseFields = ['id', 'direction', 'status', 'tags', 'num_pages', 'is_test', 'caller_id'] as const;

const fieldsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

const errorFields = 'error_id error_type error_message';

/** The kinds of records that rules can compare, with the names of their fields in v2.1. */
export const comparableFields = {
  fax: fieldsOf(`${courseFields.join(' ')} created_at from_number completed_at caller_name cost recipients to_number
    ${errorFields} barcodes`),
  number: fieldsOf(`phone_number city state country cost last_billed_at provisioned_at callback_url ata_name`),
  rule: fieldsOf('id to from direction is_locked'),
  order: fieldsOf(`id contact_number contact_email name_on_account account_identifier name_of_business provider_name
    port_out_pin port_type billing_number billing_address1 billing_address2 billing_city billing_state billing_zip esig
    status quantity created_at updated_at completed_at requested_for bill_received_at port_numbers`),
};

/**
 * Fields that are lists of mappings, with the fields of their items: `fax.recipients.status` for any item,
 * `fax.recipients.0.status` for one.
 */
export const itemFields: Readonly<Record<string, readonly string[]>> = {
  'fax.recipients': fieldsOf(`phone_number status retry_count completed_at bitrate resolution ${errorFields}`),
  'fax.barcodes': fieldsOf('type page value identifier metadata'),
  'order.port_numbers': fieldsOf('id port_number status'),
};

type FactRecord = keyof typeof comparableFields;

const isRecord = (head: string): head is FactRecord => Object.hasOwn(comparableFields, head);

const webhookFacts = ['event', 'attempt', 'url', 'recipient', 'page', 'retry'] as const;
/** Facts that are complete names. */
export const plainFacts = ['version', 'account', 'to', 'from', ...webhookFacts] as const;
/** Facts that need a name chosen by the user. @public: as above. */
export const namedFacts = ['params', 'headers', 'fax.tags'] as const;

const known = [
  ...plainFacts,
  'params.NAME',
  'headers.NAME',
  ...Object.keys(comparableFields).map((kind) => `${kind}.NAME`),
];

/** The fault in the name of a fact; undefined if there is none. */
export function faultOfFact(name: string): string | undefined {
  const [head = '', ...rest] = name.split('.');
  const named = namedFacts.find((fact) => name === fact || name.startsWith(`${fact}.`));
  if (named !== undefined) return name.length > named.length + 1 ? undefined : `needs a name: ${named}.NAME`;
  if (isRecord(head)) return faultOfField(head, rest);
  if (plainFacts.some((fact) => fact === name)) return undefined;
  return `is no fact${nearestFactText(name)}`;
}

/** The nearest fact for a wrong name: `fax.tags.case` for `tags.case`. The part after a synonym is kept. */
function nearestFactText(name: string): string {
  const [head = '', ...rest] = name.split('.');
  const meant = canonicalWord(head, 'facts');
  if (meant === undefined) return nearestText(name, known) || nearestFieldText(name);
  return `; the nearest is ${rest.length === 0 ? meant : meant.replace(/\.NAME$/, () => `.${rest.join('.')}`)}`;
}

/** The nearest fact for a field without its record; a fax's field first. */
function nearestFieldText(name: string): string {
  const near = Object.entries(comparableFields).flatMap(([kind, fields]) => {
    const field = nearest(name, fields);
    return field === undefined ? [] : [`${kind}.${field}`];
  });
  return near[0] === undefined ? '' : `; the nearest is ${near[0]}`;
}

/** The first fact that is written as a nested mapping, `fax: { status: … }`, and the key of that mapping. */
export function nestedFact(where: unknown): { readonly group: string; readonly fact: string } | undefined {
  for (const [group, within] of Object.entries(where ?? {})) {
    const head = (canonicalWord(group, 'facts') ?? group).replace(/\.NAME$/, '');
    const fact = faultOfFact(head) === undefined ? undefined : factWithin(head, within);
    if (fact !== undefined) return { group, fact };
  }
  return undefined;
}

function factWithin(name: string, within: unknown): string | undefined {
  if (faultOfFact(name) === undefined) return name;
  const [first] = typeof within === 'object' && within !== null ? Object.entries(within) : [];
  return first === undefined ? undefined : factWithin(`${name}.${first[0]}`, first[1]);
}

function faultOfField(kind: FactRecord, [field = '', ...rest]: readonly string[]): string | undefined {
  const fields: readonly string[] = comparableFields[kind];
  const noField = (word: string, words: readonly string[], before: string): string => {
    const near = nearest(word, words);
    const hint = near === undefined ? `${before} has ${words.join(', ')}` : `the nearest is ${before}.${near}`;
    return `is no field of ${articled[kind]}; ${hint}`;
  };
  if (field === '') return `needs a name: ${kind}.NAME`;
  if (!fields.includes(field)) return noField(field, fields, kind);
  if (rest.length === 0) return undefined;
  const items = itemFields[`${kind}.${field}`];
  if (items === undefined) return `goes too deep: ${kind}.${field} is a value`;
  const [item = '', ...deeper] = /^\d+$/.test(rest[0] ?? '') ? rest.slice(1) : rest;
  if (!items.includes(item) || deeper.length > 0) return noField(item, items, `${kind}.${field}`);
  return undefined;
}

const articled: Readonly<Record<FactRecord, string>> = {
  fax: 'a fax',
  number: 'a number',
  rule: 'a blocking rule',
  order: 'a port order',
};

export const namesFax = (operation: string): boolean => identifiedRecord(operation) === 'fax';

/** Whether an operation names a number: in the path, or as `to`. */
export const namesNumber = (operation: string): boolean =>
  identifiedRecord(operation) === 'number' ||
  ['sendFax', 'createSendBlockingRule', 'createReceiveBlockingRule'].includes(operation);

/** The reason why a fact never exists for these values of `on`; undefined if it may exist. */
export function absenceOf(name: string, on: readonly string[]): string | undefined {
  const [head = '', field = ''] = name.split('.');
  const scope = scopeOf(on[0] ?? '*');
  if (webhookFacts.some((fact) => fact === head)) {
    return scope === 'webhook' ? undefined : 'is known of webhooks only';
  }
  return scope === 'answer' ? absentFromAnswers(head, on) : absentFromEvents(scope, head, field);
}

function absentFromAnswers(head: string, on: readonly string[]): string | undefined {
  if (head === 'to' || head === 'from') return `is known of faxes and webhooks only; of answers it is params.${head}`;
  if (!isRecord(head) || on.includes('*') || on.some((operation) => identifiedRecord(operation) === head))
    return undefined;
  return `is never known: none is named by ${on.join(', ')}`;
}

/** Fields of an order that have no value yet when its rules are matched. */
const absentOrderFields = fieldsOf(
  'created_at updated_at completed_at requested_for bill_received_at billing_address2',
);

function absentFromEvents(scope: EffectScope, head: string, field: string): string | undefined {
  const record = scope === 'portOrder' ? 'order' : 'fax';
  const known = comparableFields[record].filter((one) =>
    record === 'order' ? !absentOrderFields.includes(one) : courseFields.some((other) => other === one),
  );
  if (head === record)
    return known.includes(field) ? undefined : `is not known then: of ${record} only ${known.join(', ')}`;
  if (record === 'fax' && (head === 'to' || head === 'from')) return undefined;
  return `is not known of a ${record === 'order' ? 'port order' : scope}: of records only ${record}.NAME is`;
}
