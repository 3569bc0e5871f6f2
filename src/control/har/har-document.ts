import * as v from 'valibot';
import { describeValue } from '../../model/shared/words.ts';

/** A header, a part of a query, or a cookie. */
const pair = v.looseObject({ name: v.string(), value: v.optional(v.string(), '') });
const pairs = v.optional(v.array(pair), []);
const size = v.optional(v.number(), -1);

const param = v.looseObject({
  name: v.string(),
  value: v.optional(v.string()),
  fileName: v.optional(v.string()),
  contentType: v.optional(v.string()),
  /** `base64` for a binary file; written by faxsim. */
  _encoding: v.optional(v.string()),
});

const postData = v.looseObject({
  mimeType: v.optional(v.string(), ''),
  text: v.optional(v.string()),
  params: v.optional(v.array(param), []),
  /** Some programs say `base64` here, as responses do. */
  encoding: v.optional(v.string()),
  _encoding: v.optional(v.string()),
});

const content = v.looseObject({
  size,
  mimeType: v.optional(v.string(), ''),
  text: v.optional(v.string()),
  encoding: v.optional(v.string()),
});
const noContent = { size: 0, mimeType: '' };

const response = v.looseObject({
  status: v.nullish(v.number(), 0),
  headers: pairs,
  content: v.nullish(content, noContent),
});

/** An entry. Programs leave out unknown parts, or write null. Status 0 means no response. */
const entrySchema = v.looseObject({
  startedDateTime: v.nullish(v.string(), ''),
  time: v.nullish(v.number(), 0),
  request: v.looseObject({
    method: v.string(),
    url: v.string(),
    headers: pairs,
    postData: v.nullish(postData),
    bodySize: size,
  }),
  response: v.nullish(response, { status: 0, headers: [], content: noContent }),
  _faxsim: v.optional(v.looseObject({ kind: v.optional(v.string()) })),
});

/** The parts of HAR 1.2 that are read. Source: "HTTP Archive (HAR) format", the draft of the W3C; later fields are ignored. */
export const harSchema = v.looseObject({
  log: v.looseObject({
    version: v.optional(v.string(), '1.1'),
    creator: v.optional(v.looseObject({ name: v.optional(v.string(), ''), version: v.optional(v.string(), '') })),
    entries: v.array(v.unknown()),
    _faxsim: v.optional(v.looseObject({})),
  }),
});

export type HarDocument = v.InferOutput<typeof harSchema>;
export type HarPostData = v.InferOutput<typeof postData>;

export type HarEntry = v.InferOutput<typeof entrySchema>;

/** Reads an entry of `log.entries`. Returns a text for a faulty entry: `log.entries.3.request.url is required`. */
export function readEntry(value: unknown, index: number): HarEntry | string {
  const { success, output, issues } = v.safeParse(entrySchema, value);
  return success ? output : faultText(issues[0], [`log.entries.${index}`]);
}

/**
 * Why a value is not a HAR document: `log.entries must be a list, got 1`; undefined for a HAR document, even if some entries are
 * faulty.
 */
export function faultOfHar(value: unknown): string | undefined {
  const { success, output, issues } = v.safeParse(harSchema, value);
  if (!success) return faultText(issues[0]);
  const { entries } = output.log;
  if (entries.length === 0 || entries.some((entry, index) => typeof readEntry(entry, index) !== 'string'))
    return undefined;
  const first = readEntry(entries[0], 0);
  return typeof first === 'string' ? first : undefined;
}

function faultText(issue: v.BaseIssue<unknown>, before: readonly string[] = []): string {
  const path = v.getDotPath(issue);
  const place = [...before, ...(path === null ? [] : [path])].join('.') || 'it';
  if (issue.input === undefined) return `${place} is required`;
  return `${place} must be ${names[issue.expected ?? ''] ?? issue.expected ?? 'valid'}, got ${describeValue(issue.input)}`;
}

const names: Readonly<Record<string, string>> = {
  Object: 'an object',
  Array: 'a list',
  string: 'a string',
  number: 'a number',
};
