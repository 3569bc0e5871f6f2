import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import { listed } from '../model/shared/words.ts';
import { requiredMessage } from './fields.ts';
import type { Form, Params } from './fields.ts';
import { Upload } from './upload.ts';

/** The parameters that are set: no empty ones, no null. Within a mapping, an empty text is a value. */
export function setParams(params: Params): Params {
  const set = Object.create(null) as Record<string, unknown>;
  for (const name in params) {
    const value = setItems(params[name]);
    if (isSet(value) && !(Array.isArray(value) && value.length === 0)) set[name] = value;
  }
  return set;
}

const isSet = (value: unknown): boolean => value !== '' && value !== null;

function setItems(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isSet);
  if (typeof value !== 'object' || value === null || value instanceof Upload) return value;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

/**
 * Reads parameters by a form. Throws a Refusal that names the first wrong one and its expected value, or all that are
 * missing: `not_found` for one of `existing`, the ids in a path of the API, `invalid` otherwise.
 */
export function read<T>(form: Form<T>, params: Params, existing: readonly string[] = []): T {
  const result = v.safeParse(form, params, { abortEarly: true });
  if (result.success) return result.output;
  const issue = unknownParamIssue(form, params, result.issues[0]) ?? result.issues[0];
  const [name = ''] = namesOf(issue);
  const missing = issue.message === requiredMessage ? missingIn(form, params) : [];
  const complaint =
    missing.length > 1 ? `${listed(missing)} are required` : `${placeOf(issue)} ${issue.message}`.trimStart();
  if (existing.includes(name)) throw new Refusal('not_found', `Not found: ${complaint}`);
  throw new Refusal('invalid', complaint);
}

/** The names of all required parameters that are not given. */
function missingIn(form: Form<unknown>, params: Params): string[] {
  const issues = v.safeParse(form, params).issues ?? [];
  return issues.filter(({ message }) => message === requiredMessage).map(placeOf);
}

const namesOf = ({ path }: v.BaseIssue<unknown>): string[] => (path ?? []).map(({ key }) => String(key));

/** A parameter as requests name it: `to`, `tag[case]`. */
function placeOf(issue: v.BaseIssue<unknown>): string {
  const [name = '', ...keys] = namesOf(issue);
  return name + keys.map((key) => `[${key}]`).join('');
}

/** The unknown parameter of a strict form where another is missing: it may be the missing one, misspelt. */
function unknownParamIssue(
  form: Form<unknown>,
  params: Params,
  first: v.BaseIssue<unknown>,
): v.BaseIssue<unknown> | undefined {
  if (first.type !== 'strict_object' || first.input !== undefined) return undefined;
  return v.safeParse(form, params).issues?.find(({ type, expected }) => type === first.type && expected === 'never');
}
