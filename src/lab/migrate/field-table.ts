import { groupBy, isList, isPlainObject } from '../../model/shared/objects.ts';
import { faxesOfCall, faxOf, valuesAt } from './calls.ts';
import type { OldCall, Notice } from './calls.ts';
import { envelopeFields, faxFieldRows, webhookFields } from './fields.ts';
import type { Row } from './operations.ts';
import type { UsedField } from './used-fields.ts';

/** Fields of answers and webhooks with the same counterpart in v3. */
export interface FieldRow extends Row {
  /** `id`, `faxId`. */
  readonly names: readonly string[];
  readonly where: 'answers' | 'webhooks' | 'answers and webhooks';
  /** The names of the fields whose values a later request uses. */
  readonly usedNames: readonly string[];
  /** The request that shows the use: `request 2: GET /v2.1/faxes/17`; null if no request shows it. */
  readonly used: string | null;
}

interface Found {
  readonly name: string;
  readonly row: Row;
  readonly isInAnswers: boolean;
  readonly isInWebhooks: boolean;
  readonly used: string | null;
}

/** All fields of the answers and webhooks, each once, with their counterparts in v3. */
export function fieldTable(
  calls: readonly OldCall[],
  notices: readonly Notice[],
  used: ReadonlyMap<OldCall | Notice, readonly UsedField[]>,
): FieldRow[] {
  const inAnswers = new Set(calls.flatMap((call) => faxesOfCall(call).flatMap(fieldNames)));
  const inWebhooks = new Set(notices.flatMap((notice) => fieldNames(faxOf(notice))));
  const uses = new Map([...used.values()].flat().map(({ field, by }) => [field.replace(/^tags\..*/, 'tags'), by]));
  const events = new Set(notices.flatMap(({ fields }) => Object.keys(fields)));
  const found: readonly Found[] = [
    ...rowsOf(envelopeFields, (name) => ({
      isInAnswers: calls.some(({ answer }) => valuesAt(answer, name.split('.')).length > 0),
    })),
    ...rowsOf(webhookFields, (name) => ({ isInWebhooks: events.has(name) })),
    ...rowsOf(faxFieldRows, (name) => ({
      isInAnswers: inAnswers.has(name),
      isInWebhooks: inWebhooks.has(name),
      used: uses.get(name) ?? null,
    })),
  ];
  return joined(found.filter((one) => one.isInAnswers || one.isInWebhooks));
}

const rowsOf = (
  rows: Readonly<Record<string, Row>>,
  look: (name: string) => Partial<Omit<Found, 'name' | 'row'>>,
): Found[] =>
  Object.entries(rows).map(([name, row]) => ({
    name,
    row,
    isInAnswers: false,
    isInWebhooks: false,
    used: null,
    ...look(name),
  }));

/**
 * The names of a fax's fields: `tags` for all tags; for a list of records, its name and the names of their fields, such
 * as `recipients[].status`.
 */
function fieldNames(fax: unknown): string[] {
  if (!isPlainObject(fax)) return [];
  return Object.entries(fax).flatMap(([name, value]) => {
    const items = isList(value) ? value.filter(isPlainObject) : [];
    return [name, ...items.flatMap((item) => Object.keys(item).map((key) => `${name}[].${key}`))];
  });
}

function joined(found: readonly Found[]): FieldRow[] {
  const groups = groupBy(found, ({ row: { to, todo } }) => `${to ?? ''} ${todo}`);
  return [...groups.values()].map((alike) => ({
    ...alike[0].row,
    names: [...new Set(alike.map(({ name }) => name))],
    where: whereOf(alike),
    usedNames: alike.filter(({ used }) => used !== null).map(({ name }) => name),
    used: alike.find(({ used }) => used !== null)?.used ?? null,
  }));
}

function whereOf(alike: readonly Found[]): FieldRow['where'] {
  if (!alike.some(({ isInWebhooks }) => isInWebhooks)) return 'answers';
  return alike.some(({ isInAnswers }) => isInAnswers) ? 'answers and webhooks' : 'webhooks';
}

/** The table of all fields, whether a program got them or not. */
export const allFields = (): readonly FieldRow[] =>
  joined([
    ...rowsOf(envelopeFields, () => ({ isInAnswers: true })),
    ...rowsOf(webhookFields, () => ({ isInWebhooks: true })),
    ...rowsOf(faxFieldRows, () => ({ isInAnswers: true, isInWebhooks: true })),
  ]);
