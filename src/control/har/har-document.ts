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
  /** `base64`, for a file that is no text; faxsim writes it. */
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

const entry = v.looseObject({
  startedDateTime: v.string(),
  time: v.optional(v.nullable(v.number()), 0),
  request: v.looseObject({
    method: v.string(),
    url: v.string(),
    headers: pairs,
    postData: v.optional(v.nullable(postData)),
    bodySize: size,
  }),
  response: v.looseObject({
    status: v.number(),
    headers: pairs,
    content: v.optional(
      v.looseObject({
        size,
        mimeType: v.optional(v.string(), ''),
        text: v.optional(v.string()),
        encoding: v.optional(v.string()),
      }),
      { size: 0, mimeType: '' },
    ),
  }),
  _faxsim: v.optional(v.looseObject({ kind: v.optional(v.string()) })),
});

/** The parts of HAR 1.2 that are read. Source: "HTTP Archive (HAR) format", the draft of the W3C; later fields are ignored. */
export const harSchema = v.looseObject({
  log: v.looseObject({
    version: v.optional(v.string(), '1.1'),
    creator: v.optional(v.looseObject({ name: v.optional(v.string(), ''), version: v.optional(v.string(), '') })),
    entries: v.array(entry),
    _faxsim: v.optional(v.looseObject({})),
  }),
});

export type HarDocument = v.InferOutput<typeof harSchema>;
export type HarEntry = HarDocument['log']['entries'][number];
export type HarPostData = v.InferOutput<typeof postData>;

/** Says in a line why a value is no HAR: `log.entries.0.request.url is required`; undefined where it is one. */
export function faultOfHar(value: unknown): string | undefined {
  const { success, issues } = v.safeParse(harSchema, value);
  if (success) return undefined;
  const [issue] = issues;
  const place = v.getDotPath(issue) ?? 'it';
  if (issue.input === undefined) return `${place} is required`;
  return `${place} must be ${names[issue.expected] ?? issue.expected}, got ${describeValue(issue.input)}`;
}

const names: Readonly<Record<string, string>> = {
  Object: 'an object',
  Array: 'a list',
  string: 'a string',
  number: 'a number',
};
