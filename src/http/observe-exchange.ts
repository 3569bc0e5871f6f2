import { parseMapping } from '../model/shared/json-text.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { refusalKinds } from '../model/domain/refusal.ts';
import { readId } from '../model/domain/ulid.ts';
import { asText } from '../model/shared/conversion.ts';
import { isList, isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { headerIn } from '../worlds/journal/exchange.ts';
import type { Exchange, ObservedExchange } from '../worlds/journal/exchange.ts';
import { countEndedRead } from '../worlds/journal/ended-reads.ts';
import type { ObservedAnswer, ObservedRequest } from '../worlds/journal/observed-request.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall, Dependencies } from './api-call.ts';
import { refusals } from './errors.ts';
import { readExchange } from './read-exchange.ts';
import { keptBody, observe } from './request-recorder.ts';
import { recordedCharactersMax } from './response.ts';

/** Observes a request that another server answered, as if this world had answered it. Changes no record. */
export async function observeExchange(exchange: Exchange, world: World, deps: Dependencies): Promise<ObservedExchange> {
  const call = await readExchange(exchange, deps);
  const { answer } = exchange;
  const json = parseMapping(answer.body?.toString() ?? '');
  const seen = answerOf(exchange, json);
  const own = observe(call, deps, world);
  const observed: ObservedRequest = {
    ...own,
    at: exchange.at,
    tookMicros: Math.round(exchange.tookMs * 1000),
    readsAfterEnd: readsAfterEnd(call, seen, { json, world }),
    refusal: refusalOf(call, seen),
    requestId: headerIn(answer.headers, 'x-request-id') ?? null,
    createdFaxIds: createdIds(own, seen, { json, world }),
    answer: world.journal.answerLike(seen),
  };
  return { observed, body: keptBody(exchange.body) };
}

interface Told {
  /** The mapping in the answer's JSON; undefined for another answer. */
  readonly json: Mapping | undefined;
  readonly world: World;
}

const isText = (type: string): boolean => /^(?:text\/|application\/(?:[\w.+-]*json|xml))/i.test(type);

function answerOf({ answer: { status, headers, body, bytes } }: Exchange, json: Mapping | undefined): ObservedAnswer {
  const type = headerIn(headers, 'content-type') ?? null;
  const text = body === undefined || !isText(type ?? '') ? null : body.toString().slice(0, recordedCharactersMax);
  const message = typeof json?.['message'] === 'string' ? json['message'] : null;
  return { status, type, message, text, tag: null, bytes, broken: null };
}

/** The kinds of refusals by status. The first kind of a status is the usual one. */
const kinds: ReadonlyMap<number, RefusalKind> = new Map(
  refusalKinds.toReversed().map((kind) => [refusals.statuses[kind], kind]),
);

const unmatched: readonly (RefusalKind | undefined)[] = ['unknown_route', 'wrong_method'];

function refusalOf({ refusal, face }: ApiCall, { status, message }: ObservedAnswer): ObservedRequest['refusal'] {
  if (status === null || status < 400) return null;
  const { statuses } = face?.refusals ?? refusals;
  const isOwn = refusal !== null && unmatched.includes(refusal.kind) && statuses[refusal.kind] === status;
  const kind = isOwn ? refusal.kind : (kinds.get(status) ?? 'invalid');
  return { kind, message: message ?? '', field: undefined };
}

/** Counts a read of a fax that has ended according to the answer. */
function readsAfterEnd({ params, route }: ApiCall, { status }: ObservedAnswer, { json, world }: Told): number {
  const fax = json?.['data'] ?? json;
  if (route?.operation !== 'getFax' || status !== 200 || params === null || !isPlainObject(fax)) return 0;
  const isOpen = openWords.test(asText(fax['status']));
  return isOpen ? 0 : countEndedRead(world.journal, asText(params['id']));
}

const openWords = /^(?:queued|pendingbatch|inprogress|in_progress)$/i;

/** The ids of the faxes that an answer says were created. A v3 id counts only if it is one of this world. */
function createdIds(
  { profile: { operation } }: ObservedRequest,
  { status }: ObservedAnswer,
  { json, world }: Told,
): number[] {
  if (operation !== 'sendFax' && operation !== 'resendFax') return [];
  if (status === null || status >= 300 || json === undefined || json['success'] === false) return [];
  const { data, faxId, faxes } = json;
  const own = isPlainObject(data) ? (data['id'] ?? data['faxId']) : faxId;
  const ids = isList(faxes) ? faxes.map((fax) => (isPlainObject(fax) ? fax['id'] : undefined)) : [own ?? json['id']];
  return ids.flatMap((id) => {
    const text = asText(id ?? '');
    if (/^\d{1,15}$/.test(text)) return [Number(text)];
    return readId(world.seed, 'fax', text)?.id ?? [];
  });
}
