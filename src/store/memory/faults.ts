import * as v from 'valibot';
import type { Checks } from './value-schemas.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The first value in a record that does not match the record's schema. */
export interface RecordFault {
  /** The path of the value in the record: field names and list indexes. Empty for the record itself. */
  readonly path: readonly (string | number)[];
  /** The end of a message "must be …". */
  readonly expected: string;
  /** The invalid value; undefined if the field is missing. */
  readonly value: unknown;
}

/** The fault of a value that the schema has refused; undefined if the value matches. Slower than the check. */
export function faultOf(schema: Checks<unknown>, value: unknown): RecordFault | undefined {
  const { issues } = v.safeParse(schema, value, { abortEarly: true });
  const [issue] = issues ?? [];
  if (issue === undefined) return undefined;
  const path: (string | number)[] = [];
  let part: GuardPart = schema;
  let wrong = value;
  for (const { key, value: inner } of issue.path ?? []) {
    const next = partOf(part, key);
    if (next === undefined) break; // a schema of alternatives: its message names them all
    path.push(typeof key === 'number' ? key : asText(key));
    [part, wrong] = [next, inner];
  }
  return { path, expected: expectationOf(part), value: wrong };
}

/** The properties of valibot's schemas with the message, and with the schemas of nested values. */
interface GuardPart {
  readonly kind: 'schema';
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, GuardPart>>;
  readonly item?: GuardPart;
  readonly wrapped?: GuardPart;
}

function partOf(schema: GuardPart, key: unknown): GuardPart | undefined {
  const { entries, item } = schema.wrapped ?? schema;
  return entries?.[asText(key)] ?? item;
}

const expectationOf = ({ wrapped, message }: GuardPart): string =>
  wrapped === undefined ? asText(message) : `${expectationOf(wrapped)}, or null`;

/** The fault of a value that the schema has refused: `faxes[1].pages must be an integer from 0 to 1000, got -4`. */
export function faultText(place: string, schema: Checks<unknown>, value: unknown): string {
  const { path = [], expected, value: wrong } = faultOf(schema, value) ?? {};
  const name = `${place}${pathText(path)}`.replace(/^\./, '');
  if (wrong === undefined) return `${name} is missing: it must be ${expected}`;
  return `${name} must be ${expected}, got ${JSON.stringify(wrong).slice(0, 80)}`;
}

/** `.numbers[1].status`: a path as it follows the name of a value. */
export const pathText = (path: RecordFault['path']): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
