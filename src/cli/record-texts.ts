import { numberedReason, recipientWords } from '../control/client/fax-outcome-text.ts';
import type { FaxRecord, RequestRecord, WebhookRecord } from '../control/client/named-types.ts';
import { jsonOrText, prettyText } from '../model/shared/json-text.ts';
import { phoneText } from '../model/numbering/phone-text.ts';
import { isList, isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { scenarioText } from '../model/shared/scenario-text.ts';
import { shortFailure } from '../model/shared/webhook-answer.ts';
import { faxWords } from './list-words.ts';
import { formatAnswer } from './table-output.ts';
import { shownTime } from './terminal.ts';

/** The maximum number of lines of a body. JSON has the rest. */
const bodyLinesMax = 30;

/** A request for people: what came of it, then its parameters and the response. JSON has all fields. */
export function requestText(request: RequestRecord): string {
  const { id, method, path, query, answer, params, lint } = request;
  const target = `${method} ${path}${query === '' ? '' : `?${query}`}`;
  const remarks = lint.map(({ level, message }) => `  ${level}: ${message}\n`);
  return [
    `request ${id}: ${target}, ${answer.status ?? answer.broken ?? 'not answered yet'}\n`,
    formatAnswer(filled(requestFacts(request))),
    section('parameters', filled(params ?? {})),
    remarks.length === 0 ? '' : `lint\n${remarks.join('')}`,
    answer.body === null || answer.body === '' ? '' : `response\n${bodyText(answer.body)}`,
  ].join('');
}

/** The facts about a request, the reason of a refusal first. */
function requestFacts({
  operation,
  refused,
  held_until: heldUntil,
  new_fax_ids: made,
  ...rest
}: RequestRecord): Mapping {
  return {
    reason: refused?.reason,
    diagnosis: refused?.diagnosis,
    field: refused?.field,
    nearest_route: rest.nearest_route,
    rule: rest.rule === null ? null : scenarioText(rest.rule),
    operation: operation === null ? null : [operation, rest.version].join(' of '),
    at: shownTime(rest.at),
    held_until: heldUntil === null ? null : shownTime(heldUntil),
    took: `${rest.took_ms} ms`,
    keys: rest.key,
    client: rest.user_agent,
    fax: rest.fax_id,
    new_faxes: made.length < 2 ? null : made.join(', '),
  };
}

/** A webhook for people: where it goes, then its attempts and the fields of the latest one. JSON has all fields. */
export function webhookText({ id, event, fax_id: fax, state, attempts, ...rest }: WebhookRecord): string {
  const { created_at: createdAt, due_at: dueAt, url, format, redelivery_of: former } = rest;
  const facts = {
    to: url ?? 'no URL: it is only recorded',
    format,
    created: shownTime(createdAt),
    due: dueAt === null ? null : shownTime(dueAt),
    again_of: former === null ? null : `webhook ${former}`,
  };
  const tries = attempts.map(({ at, took_ms: took, answer, failure, rule }, index) => {
    const said = index === attempts.length - 1 ? failure : failure && shortFailure(failure); // advice is given once
    const result = said ?? (answer === null ? 'not sent' : `answered ${answer.status} after ${took} ms`);
    return `  ${index + 1}  ${shownTime(at)}  ${result}${rule === null ? '' : `, rule ${scenarioText(rule)}`}\n`;
  });
  return [
    `webhook ${id}: ${event} of fax ${fax}, ${state}\n`,
    formatAnswer(filled(facts)),
    tries.length === 0 ? '' : `attempts\n${tries.join('')}`,
    section('fields', filled(parsedFields(attempts.at(-1)?.fields ?? {}))),
  ].join('');
}

/** A fax for people, without its empty fields: first what came of it. JSON has all fields. */
export function faxText({ id, direction, status, error, recipients, ...rest }: FaxRecord): string {
  const { is_test: isTest, v3_ids: ids, tags, ...others } = rest;
  const why = error === null ? '' : `: ${numberedReason(error)}`;
  const facts = {
    keys: isTest ? 'test' : 'live',
    ...others,
    document: null,
    pages_sent: null, // the lines of the recipients tell them
    created_at: shownTime(rest.created_at),
    completed_at: rest.completed_at === null ? null : shownTime(rest.completed_at),
    tags,
    v3_ids: ids.join(', '),
  };
  const ends = recipients.map((to) => recipientLine(to, rest.pages)).join('');
  return `fax ${id}: ${direction}, ${faxWords[status]?.[0] ?? status}${why}\n${ends}${formatAnswer(filled(facts))}`;
}

/** `  to +1 202 555 0123: failure, Busy, no page got through, 2 retries, until 2026-01-31 09:00:00`. */
function recipientLine(to: FaxRecord['recipients'][number], pages: number): string {
  const { number, status, completed_at: at } = to;
  const words = [status ?? 'queued', ...recipientWords(to, pages), ...(at === null ? [] : [`until ${shownTime(at)}`])];
  return `  to ${phoneText(number)}: ${words.join(', ')}\n`;
}

/** The fields of a webhook, with the JSON in them read. */
const parsedFields = (fields: Readonly<Record<string, string>>): Mapping =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, jsonOrText(text)]));

const section = (title: string, fields: Mapping): string =>
  Object.keys(fields).length === 0 ? '' : formatAnswer({ [title]: fields });

/** The fields that say something: without null, false, empty texts, empty lists and empty groups. */
function filled(fields: Mapping): Mapping {
  const pairs = Object.entries(fields).map(
    ([name, value]) => [name, isPlainObject(value) ? filled(value) : value] as const,
  );
  return Object.fromEntries(pairs.filter(([, value]) => !isEmpty(value)));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isPlainObject(value) && Object.keys(value).length === 0);

/** A body with indented lines, its beginning if it is long. */
function bodyText(body: string): string {
  const lines = prettyText(body).trimEnd().split('\n');
  const rest = lines.length - bodyLinesMax;
  const shown = rest > 0 ? [...lines.slice(0, bodyLinesMax), `and ${rest} more lines; --json prints all`] : lines;
  return shown.map((line) => `  ${line}\n`).join('');
}
