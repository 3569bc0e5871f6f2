import * as v from 'valibot';
import { apiVersions, operationIds } from '../domain/operation.ts';
import { detailsOfEntry } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal.ts';
import { faxOf } from '../journal/faxes.ts';
import { lintOf } from '../journal/lint/lint.ts';
import { lintLevels, lintRules } from '../journal/lint/remark.ts';
import { keyModes } from '../journal/seen.ts';
import { textOf } from '../journal/filter.ts';
import type { Filter, NearMiss } from '../journal/filter.ts';
import { shownAs } from '../wire/json-schema.ts';
import { anything, time, timeOf } from './responses.ts';

const remark = v.strictObject({
  rule: v.picklist(lintRules),
  level: v.picklist(lintLevels),
  parameter: v.nullable(v.string()),
  message: v.string(),
});

const param = v.pipe(
  v.unknown(),
  shownAs<unknown>({ description: 'As it came; a file by its name, type, size and SHA-1' }),
);

/** A request as the journal shows it. */
export const shownRequest = v.strictObject({
  id: v.number(),
  at: time,
  took_ms: v.number(),
  request_id: v.nullable(v.string()),
  operation: v.nullable(v.picklist(operationIds)),
  version: v.nullable(v.picklist(apiVersions)),
  method: v.string(),
  path: v.string(),
  key: v.nullable(v.picklist(keyModes)),
  user_agent: v.nullable(v.string()),
  params: v.nullable(v.record(v.string(), param)),
  fax_id: v.nullable(v.number()),
  new_fax_id: v.nullable(v.number()),
  answer: v.strictObject({
    status: v.nullable(v.number()),
    message: v.nullable(v.string()),
    type: v.nullable(v.string()),
    bytes: v.number(),
    body: v.nullable(v.string()),
    body_is_cut: v.boolean(),
    broken: v.nullable(v.string()),
  }),
  refused: v.nullable(v.strictObject({ kind: v.string(), reason: v.nullable(v.string()) })),
  rule: v.nullable(v.string()),
  nearest_route: v.nullable(v.string()),
  lint: v.array(remark),
});

/** What a near miss lacks: each condition as text, and as the expected value beside the one that there was. */
export const missedEntries = {
  missed: v.array(v.string()),
  differences: v.array(v.strictObject({ name: v.string(), expected: anything, got: anything })),
};

export const nearMiss = v.strictObject({ request: shownRequest, ...missedEntries });

export function requestBody(entry: JournalEntry): v.InferInput<typeof shownRequest> {
  const { id, seen } = entry;
  const details = detailsOfEntry(entry);
  const { about, made } = faxOf(entry, details);
  const { status, type, bytes, broken } = seen.answer;
  return {
    id,
    at: timeOf(seen.at),
    took_ms: Math.round(seen.tookMs * 100) / 100,
    request_id: seen.requestId,
    operation: seen.operation,
    version: seen.version,
    method: seen.method,
    path: details.path,
    key: seen.key,
    user_agent: details.userAgent,
    params: details.params && { ...details.params },
    fax_id: about,
    new_fax_id: made,
    answer: { status, message: details.message, type, bytes, body: details.body, body_is_cut: details.isCut, broken },
    refused: seen.refusal && { kind: seen.refusal.kind, reason: details.message },
    rule: seen.rule,
    nearest_route: seen.nearest,
    lint: [...lintOf(entry, details)],
  };
}

export const nearMissBody = ({ item, missed }: NearMiss<JournalEntry>) => ({
  request: requestBody(item),
  ...missedBody(item, missed),
});

/** The conditions that an item does not meet, as an answer shows them. */
export const missedBody = <T>(item: T, missed: readonly Filter<T>[]) => ({
  missed: missed.map(textOf),
  differences: missed.map((filter) => {
    const { name, expected } = filter;
    return { name, expected, got: filter.actual(item) ?? null };
  }),
});
