import type { Server } from 'node:http';
import { isOpenStatus, serviceKeyOf } from '../model/domain/fax.ts';
import type { OperationId } from '../model/domain/operation.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import type { RequestStep, StepSettings, ReplayData } from '../worlds/history/step.ts';
import { isSingle } from '../model/shared/objects.ts';
import { actionableHeadersIn } from '../worlds/journal/actionable-headers.ts';
import type { SecretSources } from '../worlds/journal/details.ts';
import { countEndedRead } from '../worlds/journal/ended-reads.ts';
import { cleanerOf } from '../worlds/journal/details.ts';
import { entryParts, isKeptWhole } from '../worlds/journal/entry.ts';
import type { KeptBody } from '../worlds/journal/entry.ts';
import type { ObservedAnswer, ObservedRequest, RequestProfile } from '../worlds/journal/observed-request.ts';
import { cleanPath } from '../worlds/journal/redaction.ts';
import { serviceOf } from '../service/operations/services.ts';
import type { World } from '../worlds/world.ts';
import type { AdmittedCall, ApiCall, Dependencies } from './api-call.ts';
import { attributedCaller } from './caller.ts';
import { likelyRoute, nearestTo } from './match-route.ts';
import { weakTag } from './response.ts';
import { asText } from '../model/shared/conversion.ts';

/**
 * Counts a request of the API, and writes it into its world's journal: once, and before the client can have the
 * response.
 */
export function recordRequest(call: ApiCall, deps: Dependencies): void {
  if (call.isRecorded) return;
  call.isRecorded = true;
  const { world } = attributedCaller(call, deps);
  const observed = observe(call, deps, world);
  deps.requests.add(observed);
  const { held } = call;
  const step = stepOf(call, observed, world);
  if (held === undefined) world.journal.note(step);
  // For a held response, the step covers only the changes until it was held.
  else world.journal.noteRelease(held, { ...step, id: held.id, to: held.to, wasHeld: true }, world.clock.now());
}

/**
 * Writes a request into its world's journal while its response waits for an instant of the clock. `recordRequest`
 * follows later.
 */
export function recordHeld(call: AdmittedCall, deps: Dependencies, until: number): void {
  const { world } = call;
  const observed = observe(call, deps, world);
  const waiting = { lasted: until - observed.at, heldUntil: until, wasHeld: true } as const;
  const step = { ...stepOf(call, observed, world), ...waiting };
  if (world.journal.hold(step, until)) call.held = step;
}

/** The current state of a request as an observation, with the response as far as it is made. */
export function observe(call: ApiCall, deps: Dependencies, world: World): ObservedRequest {
  const knownSecrets = deps.secrets.of(world);
  if (call.res.listenerCount(recordedEvent) > 0) {
    const { req, params } = call;
    const profile = { headers: req.rawHeaders, knownSecrets };
    call.res.emit(recordedEvent, { profile, params } satisfies SecretSources);
  }
  const { operation, knownParams, isUnmatched, nearest } = matchOf(call, deps);
  const { journal } = world;
  const profile = journal.profileLike({
    version: call.face?.version ?? null,
    operation,
    method: call.method,
    hasPlainPath: hasPlainPath(call),
    headers: call.req.rawHeaders,
    knownParams,
    key: keyOf(call),
    knownSecrets,
    isLate: call.res.destroyed,
    isUnmatched,
    nearest,
  });
  return {
    profile,
    at: call.admittedAt ?? world.clock.now(),
    tookMicros: Math.round((performance.now() - call.startedAt) * 1000),
    url: call.url,
    params: call.params,
    replacedParams: call.replacedParams,
    bracketedParams: call.bracketedParams,
    readsAfterEnd: countRead(call, operation, world),
    isDefaultFromUnusable: isDefaultFromUnusable(call, world),
    bodyBytes: call.bodyBytes,
    rule: call.firedRule?.label ?? null,
    refusal: call.refusal,
    requestId: requestIdOf(call),
    record: recordOf(call, world),
    createdFaxIds: call.createdFaxIds,
    answer: journal.answerLike(answerOf(call)),
  };
}

/** The record that the parameters identify. */
const recordOf = ({ route, params }: ApiCall, world: World): ObservedRequest['record'] =>
  (params && route?.record?.(params, world)) ?? null;

/** Counts a read of a fax that has ended: a polling program that goes on may wait for a status that never comes. */
function countRead(call: ApiCall, operation: OperationId | null, world: World): number {
  const { route, params, rendered, isRecorded } = call;
  if (operation !== 'getFax' || !isRecorded || rendered?.status !== 200 || params === null) return 0;
  const named = route?.record?.(params, world);
  const fax = named && world.store.faxes.get(Number(named.id));
  if (fax === undefined || isOpenStatus(fax.status)) return 0;
  const { id } = params;
  // In v3, each id names one recipient's number of the fax.
  return countEndedRead(world.journal, isSingle(id) ? String(id) : String(fax.id));
}

/** Whether a fax sent without `from` has another caller id because the default number of its service cannot be used. */
function isDefaultFromUnusable({ createdFaxIds: [id], params }: ApiCall, { store }: World): boolean {
  if (id === undefined || store.services.size === 0 || (params?.['from'] ?? '') !== '') return false;
  const fax = store.faxes.get(id);
  if (fax === undefined || fax.options.sinch === null) return false;
  const { defaultFrom } = serviceOf({ store }, serviceKeyOf(fax));
  if (defaultFrom === null || defaultFrom === fax.callerId) return false;
  return store.phoneNumbers.get(defaultFrom)?.suspended !== false;
}

const digits = /^\d+$/;

function hasPlainPath({ route, pathParams }: ApiCall): boolean {
  if (route === undefined) return false;
  for (const name in pathParams) if (!digits.test(asText(pathParams[name]))) return false;
  return true;
}

const unmatched: readonly (RefusalKind | undefined)[] = ['unknown_route', 'misdirected', 'wrong_method'];

/** The operation of the request; without one, the nearest route. */
function matchOf(call: ApiCall, { findNearestRoute }: Dependencies) {
  const isUnmatched = unmatched.includes(call.refusal?.kind);
  const { operation = null, parameters = [] } = (isUnmatched ? undefined : (call.route ?? likelyRoute(call))) ?? {};
  const nearest = isUnmatched ? nearestTo(call, findNearestRoute) : null;
  return { operation, knownParams: parameters, isUnmatched, nearest };
}

function keyOf({ world, isTest, admittedAt, route }: ApiCall): RequestProfile['key'] {
  if (world === undefined || admittedAt === undefined || route?.isPublic === true) return null;
  return isTest ? 'test' : 'live';
}

/** The id in the response's header; null if the request broke off before it got an id. */
function requestIdOf({ rendered }: ApiCall): string | null {
  return rendered === undefined || rendered.requestId === '' ? null : rendered.requestId;
}

const unanswered: ObservedAnswer = {
  status: null,
  type: null,
  message: null,
  text: null,
  tag: null,
  bytes: 0,
  broken: null,
};

function answerOf({ rendered, connectionFault }: ApiCall): ObservedAnswer {
  const answer = rendered?.observed ?? unanswered;
  if (connectionFault === undefined) return answer;
  return {
    ...answer,
    broken: typeof connectionFault === 'object' ? (Object.keys(connectionFault)[0] ?? null) : connectionFault,
  };
}

/** The history step of a request, with the data that a replay needs to send it again. */
function stepOf(call: ApiCall, observed: ObservedRequest, { history, journal, clock, scenarios }: World): RequestStep {
  const to = history.mark;
  const body = keptBody(call.rawBody);
  const { historyMark: from = to, method } = call;
  const now = clock.now();
  // A rule may have held back only the response.
  const endedAt = method === 'GET' || observed.rule !== null ? now : history.effectAt(from, now);
  const entry = entryParts(observed, call.bodyStart ?? body);
  // Field by field: an object of spread parts takes more memory.
  return {
    kind: 'request',
    id: journal.lastId + 1,
    observed: entry.observed,
    body: entry.body,
    made: entry.made,
    from,
    to,
    lasted: endedAt - observed.at,
    settings: history.stepSettings(clock.speed, scenarios.isIdle ? noScenarios : scenarios.active),
    replayData: replayDataOf(call, observed.answer, isKeptWhole(body)),
  };
}

/** The shared empty list: steps without scenarios share their settings. */
const noScenarios: StepSettings['scenarios'] = [];

/** The data that a replay needs in addition to the observation; undefined for most requests that only read. */
function replayDataOf(call: ApiCall, answer: ObservedAnswer, hasBody: boolean): ReplayData | undefined {
  const { rendered } = call;
  const isCut = rendered !== undefined && rendered.length !== (answer.text?.length ?? 0);
  const answerHeaders = actionableHeadersOf(call, answer);
  if (!isCut && !hasBody && answerHeaders === undefined) return undefined;
  return {
    hasBody,
    tag: isCut ? (answer.tag ?? weakTag(rendered.body)) : null,
    answerHeaders,
  };
}

/** Limit in bytes. A short body is kept as a string: as a Buffer, it would keep the shared memory of many bodies alive. */
const textCharactersMax = 8192;

export const keptBody = (body: Buffer | undefined): KeptBody | undefined =>
  body !== undefined && body.length <= textCharactersMax ? body.toString('latin1') : body;

/** The headers of an error response that change what clients do; undefined if there are none. */
function actionableHeadersOf(call: ApiCall, { status }: ObservedAnswer): ReplayData['answerHeaders'] {
  if (status === null || status < 400) return undefined;
  const found = actionableHeadersIn((name) => call.res.getHeader(name)?.toString());
  return Object.keys(found).length === 0 ? undefined : found;
}

/** Emitted on a response when its request is recorded, with the secrets of the request and of its world. */
const recordedEvent = Symbol('recorded');

/** A request with a complete response. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without the query, which may contain a secret, and without the texts that the journal hides. */
  readonly path: string;
  readonly status: number;
  /** Time from the request's head to the end of the response. */
  readonly durationMs: number;
}

interface Reporting {
  /** The secrets to hide in the path of a request outside of all worlds. */
  readonly knownSecrets: () => RequestProfile['knownSecrets'];
  readonly report: (request: AnsweredRequest) => void;
  /** Called with errors of `report`. The request has its response already, and the simulator continues. */
  readonly onFault: (fault: unknown) => void;
}

/** Reports each request whose response was sent whole. */
export function reportRequests(server: Server, { report, onFault, knownSecrets }: Reporting): void {
  // Listens before the application does, since that rewrites the URL while it looks for the route.
  server.prependListener('request', (request, response) => {
    const startedAt = performance.now();
    const { method = '', url = '' } = request;
    let recorded: SecretSources | undefined;
    response.once(recordedEvent, (secrets: SecretSources) => {
      recorded = secrets;
    });
    response.on('finish', () => {
      const durationMs = performance.now() - startedAt;
      try {
        const { rawHeaders: headers } = request;
        const sources = recorded ?? { profile: { headers, knownSecrets: knownSecrets() }, params: {} }; // a request that no journal has
        const path = cleanPath(pathOf(url), cleanerOf(sources));
        report({ method, path, status: response.statusCode, durationMs });
      } catch (fault) {
        onFault(fault);
      }
    });
  });
}

/**
 * Removes all that may be secret. A proxy's clients send the whole URL, with credentials; a path may have parameters
 * after a semicolon.
 */
const pathOf = (url: string): string => url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '').split(/[?;]|%3b/i, 1)[0] ?? '';
