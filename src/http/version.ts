import express from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import type { Overrides } from '../evidence/overrides.ts';
import { failureMessages } from '../wire/messages.ts';
import { failure } from '../wire/reply.ts';
import type { Params } from '../wire/fields.ts';
import type { FindScenario } from '../scenarios/kept.ts';
import type { World } from '../worlds/world.ts';
import { namedWorld, originOf, urlOf } from './addressed.ts';
import { firedRule, lookForNamed, scriptingFor } from './asked-scenario.ts';
import { answerScripted } from './scripted.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { Authenticate } from './auth.ts';
import type { BodyReader } from './body.ts';
import { closing } from './closing.ts';
import { asRefusal } from './errors.ts';
import type { RefusalForm } from './errors.ts';
import { evidenceOfRefusal, tellEvidence } from './evidence-header.ts';
import { effectiveMethod, methods } from './method.ts';
import { noteOf, openNote } from './noting.ts';
import type { Noting } from './noting.ts';
import { ParamsBuilder, addUrlencoded, mergeParams } from './params.ts';
import { sendRefusal, writeSuccess } from './reply.ts';
import { requestId } from './request-identity.ts';
import type { Route } from './route.ts';

/** What the routes of all versions have in common. */
export interface Surroundings {
  readonly readBody: BodyReader;
  readonly onFault: (fault: unknown) => void;
  readonly findScenario: FindScenario;
  readonly noting: Noting;
  /** Where a public call belongs whose path names no world; another after a reset. */
  readonly defaultWorld: () => World;
  /** What is to be otherwise than assumed. */
  readonly overrides: Overrides;
}

export interface Version {
  readonly name: ApiVersion;
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly refusals: RefusalForm;
}

/** Serves a version's routes: reads the parameters, finds the row, asks who calls, and writes the row's answer. */
export function versionRouter(version: Version, around: Surroundings): Router {
  const { name, routes, refusals } = version;
  const router = express.Router({ caseSensitive: true });
  for (const path of new Set(routes.map((row) => row.path))) {
    router.all(
      path,
      answer(
        routes.filter((row) => row.path === path),
        version,
        around,
      ),
    );
  }
  router.use(refuseUnknown);
  router.use(noteRefusal(name, around));
  router.use(writeRefusal(refusals, around, name));
  return router;
}

function answer(rows: readonly Route[], { name, authenticate }: Version, around: Surroundings): RequestHandler {
  return async (req, res) => {
    const note = openNote(res, name, around.noting);
    note.row = rows.find(({ methods: own }) => (own as readonly string[]).includes(req.method)); // as far as is known yet
    const params = await readParams(req, res, around);
    note.params = params;
    const scenarioNamed = await lookForNamed(req, around.findScenario);
    namedWorld(res)?.assertThere();
    const row = findRow(rows, { method: effectiveMethod(req.method, params), params }, res);
    note.row = row;
    tellEvidence(req, res, { version: name, row, overrides: around.overrides });
    const owner = row.isPublic ? anyone(res, around) : authenticate(req, res, params);
    assertOwnWorld(owner, res);
    if (!row.isPublic) assertRate(owner, res);
    note.caller = owner;
    const id = requestIdOf(req, res, { caller: owner, params });
    const named = scenarioNamed();
    const fired = firedRule(
      req,
      { caller: owner, params, row, version: name, known: around.noting.secrets.of(owner.world) },
      named,
    );
    note.rule = fired?.label ?? null;
    const scripting = scriptingFor(owner.world, named);
    const caller = { ...owner, origin: originOf(req), gone: () => closing(res), scripting };
    if (fired !== undefined) await answerScripted(res, { fired, row, caller, params, requestId: id });
    else writeSuccess(res, await row.answer(caller, params), id);
  };
}

/** A request has one id, whether it is answered or refused in the end. */
export function requestIdOf(
  req: Request,
  res: Response,
  { caller, params }: { caller: Caller; params?: Params },
): string {
  const known = res.locals['requestId'] as string | undefined; // set below
  const id = known ?? requestId(req, { caller, params, url: urlOf(req, res) });
  res.locals['requestId'] = id;
  return id;
}

/** All parameters of a request: those in the path go before those in the body, and they before those in the query. */
export async function readParams(req: Request, res: Response, { readBody }: Surroundings): Promise<Params> {
  return mergeParams(readQuery(req), await readBody(req, res), req.params);
}

function readQuery(req: Request): Params {
  const builder = new ParamsBuilder();
  const start = req.originalUrl.indexOf('?');
  if (start >= 0) addUrlencoded(builder, req.originalUrl.slice(start + 1));
  return builder.build();
}

function findRow(rows: readonly Route[], { method, params }: { method: string; params: Params }, res: Response): Route {
  const row = rows.find(
    (candidate) =>
      (candidate.methods as readonly string[]).includes(method) &&
      (candidate.when === undefined || candidate.when(params)),
  );
  if (row !== undefined) return row;
  const allowed = methods.filter((known) => rows.some((candidate) => candidate.methods.includes(known)));
  res.setHeader('Allow', allowed.join(', '));
  throw new Refusal('wrong_method', `${method} is not possible here, only ${allowed.join(', ')}`);
}

/** The caller of whom nothing is known but the world that the path names. */
export const anyone = (res: Response, { defaultWorld }: Pick<Surroundings, 'defaultWorld'>): Caller => ({
  world: namedWorld(res)?.world ?? defaultWorld(),
  isTest: false,
});

/** A world that the base URL names is open to its own keys alone. */
function assertOwnWorld(caller: Caller, res: Response): void {
  const named = namedWorld(res);
  if (named !== undefined && named.world !== caller.world) {
    throw new Refusal('unauthorized', `The API key is not one of the world ${named.id}`);
  }
}

/** Source of the status: the official clients. That a limit counts for each key, and its header, are assumed. */
function assertRate({ world, isTest }: Caller, res: Response): void {
  const { rateLimit } = world.store.account;
  if (rateLimit === null) return;
  const retryAfter = world.rates.use(isTest ? 'test' : 'live', rateLimit, world.clock.now());
  if (retryAfter === 0) return;
  res.setHeader('Retry-After', retryAfter);
  const { calls, windowMs } = rateLimit;
  throw new Refusal('rate_limited', `${failureMessages.rate_limited}: ${calls} in ${windowMs / 1000} s for an API key`);
}

export const refuseUnknown: RequestHandler = () => {
  // Text and status as recorded.
  throw new Refusal('unknown_route', 'Not found');
};

/** A call of the control surface: in a world that does not exist, or one whose own refusal could not be written. */
const isControl = /^(?:\/w\/[^/]*)?\/_faxsim(?:[/?]|$)/;

/** Notes why a request of the API is refused; one without a route has no note before. */
export function noteRefusal(version: ApiVersion | null, { noting, onFault }: Surroundings): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    if (res.headersSent || isControl.test(req.originalUrl)) {
      next(thrown);
      return;
    }
    const refusal = asRefusal(thrown, onFault);
    const note = noteOf(res) ?? openNote(res, version, noting);
    note.refusal = refusal;
    next(refusal);
  };
}

/**
 * Writes what was thrown in the version's form; what goes wrong with that is for the error handlers after it. Without a version,
 * nothing is known of how sure that is.
 */
export function writeRefusal(form: RefusalForm, around: Surroundings, version?: ApiVersion): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    if (res.headersSent) {
      next(thrown);
      return;
    }
    const refusal = asRefusal(thrown, around.onFault);
    const isChallenged = res.hasHeader('WWW-Authenticate');
    const challenge =
      refusal.kind === 'unauthorized' && !isChallenged ? { 'WWW-Authenticate': 'Basic realm="faxsim"' } : {};
    const headers = {
      ...challenge,
      ...(version !== undefined &&
        evidenceOfRefusal(req, res, { version, kind: refusal.kind, overrides: around.overrides })),
      'X-Request-Id': requestIdOf(req, res, { caller: noteOf(res)?.callerOf(req, res) ?? anyone(res, around) }),
    };
    sendRefusal(res, form.statuses[refusal.kind], failure(form.messageOf(refusal)), headers).catch(next);
  };
}
