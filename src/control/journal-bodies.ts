import * as v from 'valibot';
import { apiVersions, operationIds } from '../model/domain/operation.ts';
import { otherEndsOf } from '../worlds/activity/call-words.ts';
import type { FindFax } from '../worlds/activity/record-words.ts';
import type { World } from '../worlds/world.ts';
import type { JournalEntry } from '../worlds/journal/entry.ts';
import type { Details } from '../worlds/journal/details.ts';
import { detailsOfEntry, lintOfEntry } from '../worlds/journal/entry.ts';
import { textOf } from '../worlds/journal/query.ts';
import type { Filter, NearMiss } from '../worlds/journal/query.ts';
import { lintLevels, lintRules } from '../worlds/journal/lint.ts';
import { faxIdOf, isOfConsole, keyModes } from '../worlds/journal/observed-request.ts';
import type { ObservedRequest } from '../worlds/journal/observed-request.ts';
import { describedBy } from '../wire/json-schema.ts';
import { view } from '../wire/reply.ts';
import { anyValue, time, timeOf, timeOrNull } from './control-route.ts';

const remark = v.strictObject({
  rule: v.picklist(lintRules),
  level: v.picklist(lintLevels),
  parameter: v.nullable(v.string()),
  message: v.string(),
});

const param = v.pipe(
  v.unknown(),
  describedBy<unknown>({ description: 'As it came; a file by its name, type, size and SHA-1' }),
);

/** A request of the journal, with the details that are expensive to compute. */
interface DetailedRequest {
  readonly entry: JournalEntry;
  readonly observed: ObservedRequest;
  readonly details: Details;
  readonly findFax: FindFax;
}

const answerView = view<DetailedRequest>()({
  status: [v.nullable(v.number()), ({ observed }) => observed.answer.status],
  message: [v.nullable(v.string()), ({ details }) => details.message],
  type: [v.nullable(v.string()), ({ observed }) => observed.answer.type],
  bytes: [v.number(), ({ observed }) => observed.answer.bytes],
  body: [v.nullable(v.string()), ({ details }) => details.body],
  body_is_cut: [v.boolean(), ({ details }) => details.isCut],
  broken: [v.nullable(v.string()), ({ observed }) => observed.answer.broken],
});

const refused = v.strictObject({
  kind: v.string(),
  reason: v.nullable(v.string()),
  field: v.nullable(v.string()),
  /** More of the cause than the response reveals, such as which half of the credentials is wrong. */
  diagnosis: v.nullable(v.string()),
});

/** A request as the journal shows it. */
const requestView = view<DetailedRequest>()({
  id: [v.number(), ({ entry }) => entry.id],
  at: [time, ({ observed }) => timeOf(observed.at)],
  took_ms: [v.number(), ({ observed }) => Math.round(observed.tookMicros / 10) / 100],
  held_until: [v.nullable(time), ({ entry }) => timeOrNull(entry.heldUntil)],
  request_id: [v.nullable(v.string()), ({ observed }) => observed.requestId],
  operation: [v.nullable(v.picklist(operationIds)), ({ observed }) => observed.profile.operation],
  version: [v.nullable(v.picklist(apiVersions)), ({ observed }) => observed.profile.version],
  method: [v.string(), ({ observed }) => observed.profile.method],
  path: [v.string(), ({ details }) => details.path],
  query: [v.string(), ({ details }) => details.query],
  key: [v.nullable(v.picklist(keyModes)), ({ observed }) => observed.profile.key],
  user_agent: [v.nullable(v.string()), ({ details }) => details.userAgent],
  is_of_console: [v.boolean(), ({ observed }) => isOfConsole(observed)],
  params: [v.nullable(v.record(v.string(), param)), ({ details }) => details.params && { ...details.params }],
  fax_id: [v.nullable(v.number()), ({ observed }) => faxIdOf(observed)],
  new_fax_ids: [v.array(v.number()), ({ observed }) => [...observed.createdFaxIds]],
  /** The numbers at the other end of its fax, or those that it names, in E.164. */
  numbers: [v.array(v.string()), (request) => [...otherEndsOf(request, request.findFax)]],
  answer: [answerView.shape, answerView.body],
  refused: [
    v.nullable(refused),
    ({ observed, details: { reason, field, diagnosis } }) =>
      observed.refusal && { kind: observed.refusal.kind, reason, field, diagnosis },
  ],
  rule: [v.nullable(v.string()), ({ observed }) => observed.rule],
  nearest_route: [v.nullable(v.string()), ({ observed }) => observed.profile.nearest],
  lint: [v.array(remark), ({ entry }) => lintOfEntry(entry)],
});

export const requestShape = requestView.shape;

export function requestBody(world: Pick<World, 'store'>, entry: JournalEntry): v.InferOutput<typeof requestShape> {
  const details = detailsOfEntry(entry);
  return requestView.body({ entry, observed: entry.observed, details, findFax: faxFinder(world) });
}

/** The numbers of a request, which a search compares. */
export const numbersOfEntry = (world: Pick<World, 'store'>, entry: JournalEntry): readonly string[] =>
  otherEndsOf({ observed: entry.observed, details: detailsOfEntry(entry) }, faxFinder(world));

const faxFinder =
  ({ store }: Pick<World, 'store'>): FindFax =>
  (id) =>
    store.faxes.get(id);

/** The unmet conditions of a near miss: each as text, and as the expected and the actual value. */
export const missedEntries = {
  missed: v.array(v.string()),
  differences: v.array(v.strictObject({ name: v.string(), expected: anyValue, got: anyValue })),
};

export const nearMiss = v.strictObject({ request: requestShape, ...missedEntries });

export const nearMissBody = (world: Pick<World, 'store'>, { item, missed }: NearMiss<JournalEntry>) => ({
  request: requestBody(world, item),
  ...nearMissBodyOf(item, missed),
});

/** The unmet conditions of an item, for an answer. */
export const nearMissBodyOf = <T>(item: T, missed: readonly Filter<T>[]) => ({
  missed: missed.map(textOf),
  differences: missed.map((filter) => {
    const { name, expected } = filter;
    return { name, expected, got: filter.actual(item) ?? null };
  }),
});
