import * as v from 'valibot';
import { fixtureNames } from '../../model/domain/fixture-name.ts';
import { apiVersions, operationIds } from '../../model/domain/operation.ts';
import { deliveryStates, webhookEvents } from '../../model/domain/webhook.ts';
import { paceNames } from '../../model/domain/pace.ts';
import { switchedOnBy } from '../../scenarios/active-scenario.ts';
import { describedBy } from '../../wire/json-schema.ts';

export const bundleFormat = 'faxsim bundle';

/** RFC 3339 in UTC, on the world's clock. */
const time = v.pipe(v.string(), v.isoTimestamp());
const anything = v.pipe(v.unknown(), describedBy({ description: 'Any value' }));
const group = v.record(v.string(), anything);
const texts = v.record(v.string(), v.string());

/** A part of a body: a text, or a file of `files` by its SHA-256. */
export const piece = v.union([v.string(), v.strictObject({ file: v.string() })]);
export type Piece = v.InferOutput<typeof piece>;

const answer = v.strictObject({
  status: v.nullable(v.number()),
  type: v.nullable(v.string()),
  request_id: v.nullable(v.string()),
  /** Headers that clients act on, such as `retry-after`. */
  headers: texts,
  bytes: v.number(),
  /** Beginning of the body; null if it is no text. */
  body: v.nullable(v.string()),
  /** The digest of the whole body, where `body` has only a part. */
  tag: v.nullable(v.string()),
  broken: v.nullable(v.string()),
});

const request = v.strictObject({
  kind: v.literal('request'),
  /** Id of the request in the journal. */
  id: v.number(),
  at: time,
  ended_at: time,
  method: v.string(),
  url: v.string(),
  operation: v.nullable(v.picklist(operationIds)),
  version: v.nullable(v.picklist(apiVersions)),
  /** A list if the header came several times or not at all. */
  headers: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  /**
   * The body of the request; null if there was none, or if it is left out or was broken off. In the last case, `headers` announce
   * it.
   */
  body: v.nullable(v.array(piece)),
  is_body_left_out: v.boolean(),
  rule: v.nullable(v.string()),
  answer,
});

/** The control calls that store a fax, possibly after work on its document. */
export const callsForFax: ReadonlySet<string> = new Set(['POST /receive', 'POST /faxes']);

const control = v.strictObject({
  kind: v.literal('control'),
  at: time,
  ended_at: time,
  /** Route of the call: `POST /clock`. */
  call: v.string(),
  input: group,
  error: v.nullable(v.string()),
});

const webhook = v.strictObject({
  kind: v.literal('webhook'),
  at: time,
  /** The id of the delivery, and the number of the attempt from 1 up. */
  delivery: v.number(),
  attempt: v.number(),
  /** State of the delivery after the attempt. */
  state: v.picklist(deliveryStates),
  event: v.picklist(webhookEvents),
  fax_id: v.number(),
  url: v.nullable(v.string()),
  fields: texts,
  files: v.array(v.strictObject({ name: v.string(), filename: v.string(), bytes: v.number(), sha1: v.string() })),
  signature: v.picklist(['none', 'right', 'wrong']),
  answer: v.nullable(v.strictObject({ status: v.number(), body: v.string() })),
  failure: v.nullable(v.string()),
  rule: v.nullable(v.string()),
});

const progress = v.strictObject({
  kind: v.literal('progress'),
  /** The time at which the progress changed the world, possibly later than planned. */
  at: time,
  /**
   * Name of its plan: `faxes 1` is the next step of fax 1, `deliveries 1` the next attempt, `deliveries 1 end` its
   * end.
   */
  name: v.string(),
});

/** The content of a URL that a fax got, before the progress that needed it. */
const fetch = v.strictObject({
  kind: v.literal('fetch'),
  at: time,
  fax_id: v.number(),
  url: v.string(),
  /** File that was fetched; null if the fax got a page that shows the URL, or if the fetch failed. */
  file: v.nullable(
    v.strictObject({
      filename: v.string(),
      type: v.nullable(v.string()),
      /** Content of the file; null if it is left out. */
      content: v.nullable(piece),
    }),
  ),
  /** The id of the error of the fax, and the reason in words. */
  failure: v.nullable(v.strictObject({ error: v.number(), reason: v.string() })),
});

const scenario = v.strictObject({
  name: v.string(),
  by: v.picklist(switchedOnBy),
  source: v.optional(v.string()),
  /** Older bundles lack it. */
  written: v.optional(v.string()),
});

const start = v.strictObject({
  time,
  speed: v.number(),
  /** The fixture that creates the records again; null if `world` has them. */
  fixture: v.nullable(
    v.strictObject({ name: v.picklist(fixtureNames), size: v.number(), data_time: time, settings: group }),
  ),
  /** An export of the world. */
  world: v.nullable(group),
  scenarios: v.array(scenario),
});

const step = v.variant('kind', [request, control, webhook, progress, fetch]);

/** A session with a world, complete enough to repeat it. */
export const bundleForm = v.strictObject({
  format: v.literal(bundleFormat),
  /** Version of the form of its records, which `start` and `records` have. */
  version: v.pipe(v.number(), v.integer()),
  /** The version of faxsim that wrote it. */
  faxsim: v.string(),
  /** The revision of the fields in its answers and webhooks. Older bundles lack it. */
  answer_fields: v.optional(v.number()),
  /** How the simulator of the session read requests. */
  strict_auth: v.boolean(),
  /** Whether that simulator had a proxy whose headers it trusted. Older bundles lack this field. */
  trusts_proxy: v.optional(v.boolean()),
  /** The largest body that it read, in bytes. Older bundles lack it. */
  max_body: v.optional(v.number()),
  world: v.strictObject({ id: v.string(), seed: v.number(), pace: v.picklist(paceNames) }),
  start,
  end: v.strictObject({ time, speed: v.number() }),
  /** Steps in the order in which they began, but webhooks and fetches in the order in which they ended. */
  steps: v.array(step),
  /** The records that changed since the start, by collection and key; null for deleted ones. */
  records: v.record(v.string(), v.record(v.string(), anything)),
  /** Files in base64, by their SHA-256. */
  files: texts,
  /** The missing parts, in words. */
  left_out: v.array(v.string()),
});

export type Bundle = v.InferOutput<typeof bundleForm>;
export type BundleStep = Bundle['steps'][number];
export type BundledRequest = v.InferOutput<typeof request>;
export type BundledControl = v.InferOutput<typeof control>;
export type BundledProgress = v.InferOutput<typeof progress>;
export type BundledFetch = v.InferOutput<typeof fetch>;
export type BundledWebhook = v.InferOutput<typeof webhook>;
