import { Refusal } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import type { Caller } from '../worlds/hosting/worlds.ts';
import { settleInstant } from '../worlds/waiting/instant.ts';
import type {
  ApiCall,
  BodyReader,
  AdmittedCall,
  CallerCall,
  LocatedCall,
  ReadCall,
  RuledCall,
  Dependencies,
} from './api-call.ts';
import { pathOf } from './api-call.ts';
import { asRefusal, refusals } from './errors.ts';
import type { RefusalForm } from './errors.ts';
import { evidenceOfRefusal, showEvidence } from './evidence.ts';
import { byKeyPair } from './faces/key-pair.ts';
import { attributedCaller, authenticate, limitRate, locateWorld, trackKeyedWorld } from './caller.ts';
import { consoleUrlFor } from './console.ts';
import { assertHost } from './host-header.ts';
import { knownMiss } from './known-misses.ts';
import { nearestTo, matchPath, matchRoute } from './match-route.ts';
import { guardPages } from './page-guard.ts';
import { assignRequestId, requestIdOf } from './request-id.ts';
import { render, renderedJson, send } from './response.ts';
import { announceRule, executeByRule, patchedRefusal, receiveFaxes } from './rule-effects.ts';
import { findScenario, matchRule } from './match-rule.ts';
import type { Params } from '../wire/fields.ts';
import { readRefusedBody } from './body.ts';
import { listed } from '../model/shared/words.ts';
import { readQueryOf } from './params.ts';
import { Steps } from '../model/shared/steps.ts';
import { recordRequest } from './request-recorder.ts';

/** The steps of one kind of request. */
export interface Pipeline<Deps> {
  readonly steps: Pick<Steps<Deps, ApiCall, unknown>, 'run'>;
  /** The steps that follow a rendered refusal. */
  readonly refusalSteps: Pick<Steps<Deps, ApiCall, unknown>, 'run'>;
  /** The caller of a refused request. */
  readonly callerOf: (call: ApiCall, deps: Deps) => Caller;
}

/**
 * Answers a request. A thrown value becomes a refusal in the form of the called version. If that refusal cannot be written, it has the
 * form that belongs to no version. Throws or rejects if that fails too, or if a part of the response was already sent; then
 * `lastResort` ends the request.
 */
export function answer<Deps extends RefusalDependencies>(call: ApiCall, course: Pipeline<Deps>, deps: Deps): unknown {
  const waiting = rescueRefusal(
    () => course.steps.run(call, deps),
    (thrown) =>
      rescueRefusal(
        () => refuse(thrown, call.face?.refusals ?? refusals, { call, course, deps }),
        (again) => refuse(again, refusals, { call, course, deps }),
      ),
  );
  if (waiting instanceof Promise) call.holdWorld();
  return waiting;
}

/** Answers with a thrown value in a version's form. Replaces an earlier response. */
function refuse<Deps extends RefusalDependencies>(
  thrown: unknown,
  form: RefusalForm,
  { call, course, deps }: { call: ApiCall; course: Pipeline<Deps>; deps: Deps },
): unknown {
  if (call.res.headersSent) throw thrown;
  const refusal = inWordsOf(form, withRemedy(call, asRefusal(thrown, deps.onFault)));
  call.refusal = refusal;
  if (typeof call.connectionFault === 'string') call.connectionFault = undefined; // the fault is for the response that failed
  const { face } = call;
  const { challengeFor } = face?.authentication ?? byKeyPair();
  const isUnchallenged = refusal.kind === 'unauthorized' && !call.res.hasHeader('WWW-Authenticate');
  const body = form.bodyOf(refusal);
  const headers = {
    ...(isUnchallenged && { 'WWW-Authenticate': challengeFor(refusal.message) }),
    ...(face?.refusals === form && evidenceOfRefusal(call, face, refusal.kind)),
    ...hintHeader(hintFor(call, refusal, deps) ?? hintIn(form, refusal)),
    'X-Request-Id': call.requestId ?? requestIdOf(call, course.callerOf(call, deps)),
  };
  const text = patchedRefusal(call, body);
  call.rendered = renderedJson(form.statuses[refusal.kind], text, headers, face?.headers);
  return course.refusalSteps.run(call, deps);
}

const inWordsOf = ({ inOwnWords }: RefusalForm, refusal: Refusal) => inOwnWords?.(refusal) ?? refusal;

const hintIn = ({ hintOf }: RefusalForm, refusal: Refusal) => hintOf?.(refusal) ?? undefined;

const hintHeader = (hint: string | undefined) => (hint === undefined ? {} : { 'X-Faxsim-Hint': inHeader(hint) });

/** Clients read only a few KB of headers. */
const hintLengthMax = 500;

/** A text, which may contain text of the request, in ASCII as headers require. */
const inHeader = (text: string): string =>
  text
    .slice(0, hintLengthMax)
    .replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Calls the handler when the work throws or rejects. */
function rescueRefusal(work: () => unknown, rescue: (thrown: unknown) => unknown): unknown {
  try {
    const waiting = work();
    return waiting instanceof Promise ? waiting.catch(rescue) : undefined;
  } catch (thrown) {
    return rescue(thrown);
  }
}

type RefusalDependencies = Pick<Dependencies, 'onFault' | 'faces' | 'findNearestRoute'>;

/** Adds a remedy to the refusal of a request that public code is known to make, also for the journal. */
function withRemedy(call: ApiCall, refusal: Refusal): Refusal {
  const { kind, message, field } = refusal;
  const instead = isMiss[kind] === true ? knownMiss(call.method, pathOf(call.url)) : undefined;
  return instead === undefined ? refusal : new Refusal(kind, message, { field, hint: instead, diagnosis: instead });
}

/** The kinds of refusals for a missing operation. `not_found` is one: in `/faxes/inbound`, the last part counts as an id. */
const isMiss: Readonly<Partial<Record<RefusalKind, true>>> = {
  unknown_route: true,
  wrong_method: true,
  not_found: true,
};

/** The hint of the refusal, or the route that was probably meant, for a developer. The real service has no such header. */
function hintFor(
  call: ApiCall,
  { kind, hint }: Refusal,
  { faces, findNearestRoute }: RefusalDependencies,
): string | undefined {
  if (hint !== undefined || kind !== 'unknown_route') return hint;
  const prefixes = faces.map(({ name }) => `/${name}`);
  const page = consoleUrlFor(call.req.originalUrl);
  if (page !== undefined) return `the API is below ${listed(prefixes)}; the console is at ${call.origin}${page}`;
  const near = nearestTo(call, findNearestRoute);
  if (near !== null) return `no such route; the nearest is ${near}`;
  return `no such route; routes begin with ${prefixes.join(', ')} or /_faxsim`;
}

/** The steps of a request of the API, from its head to its response. */
export const apiPipeline: Pipeline<Dependencies> = {
  steps: Steps.begin<Dependencies, ApiCall>()
    .also(locateWorld)
    .also(assertHost)
    .also(guardPages)
    .advance(matchPath)
    .also(trackKeyedWorld)
    .advance(addParams)
    .also(findScenario)
    .advance(matchRoute)
    .also(showEvidence)
    .advance(authenticate)
    .also(limitRate)
    .advance(assignRequestId)
    .also(matchRule)
    .also(execute)
    .also(render)
    .also(recordRequest)
    .also(finishInstant)
    .also(send),
  refusalSteps: Steps.begin<Dependencies, ApiCall>().also(readRefusedBody).also(recordRequest).also(send),
  callerOf: attributedCaller,
};

/**
 * Reads all parameters of a request. Those in the path have precedence over the body, and the body over the query.
 * Returns a promise only for a request with a body. Throws the Refusal `malformed`, and the errors of `readBody`.
 */
export function readParams(call: ApiCall, { readBody }: { readonly readBody: BodyReader }): Params | Promise<Params> {
  if (!call.hasBody && !call.req.originalUrl.includes('?')) return call.pathParams;
  const query = readQueryOf(call);
  if (!call.hasBody) return Object.assign(query, call.pathParams);
  return readBody(call).then((body) => Object.assign(query, body, call.pathParams));
}

function addParams(call: LocatedCall, deps: Dependencies): ReadCall | Promise<ReadCall> {
  const withThem = (params: Params): ReadCall => {
    call.params = params;
    return call as ReadCall;
  };
  const read = readParams(call, deps);
  return read instanceof Promise ? read.then(withThem) : withThem(read);
}

/** The steps that replace the operation if a rule fired. */
const ruleSteps = Steps.begin<Dependencies, RuledCall>().also(announceRule).also(receiveFaxes).also(executeByRule);

/** Runs the operation, or the steps of the rule that fired. */
function execute(call: AdmittedCall, deps: Dependencies): unknown {
  if (isRuled(call)) return ruleSteps.run(call, deps);
  const answer = call.route.answer(call, call.params);
  if (!(answer instanceof Promise)) {
    call.answer = answer;
    return undefined;
  }
  return answer.then((later) => {
    call.answer = later;
  });
}

/** On a stopped clock, runs what the request made due at this instant. */
function finishInstant({ usedWorld, world, historyMark }: CallerCall): Promise<void> | undefined {
  if (historyMark === undefined || usedWorld?.world !== world) return undefined;
  return settleInstant(usedWorld, historyMark);
}

const isRuled = (call: AdmittedCall): call is RuledCall => call.firedRule !== undefined;
