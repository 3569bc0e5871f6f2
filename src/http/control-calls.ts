import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import express from 'express';
import type { ErrorRequestHandler, RequestHandler, Router } from 'express';
import { controlRoutes } from '../control/control-routes.ts';
import { controlContext, runCall } from '../control/control-route.ts';
import type { ControlContext, ControlRoute } from '../control/control-route.ts';
import { mapSlices } from '../model/domain/breath.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { isList, isPlainObject } from '../model/shared/objects.ts';
import { jsonList, reply } from '../wire/reply.ts';
import type { JsonParts } from '../wire/reply.ts';
import type { ApiCall, RenderedResponse, Dependencies } from './api-call.ts';
import { locateWorld, worldOf } from './caller.ts';
import { consolePaths, guidePaths, showConsole, showGuide } from './console.ts';
import { guardControl, isAdmitted } from './control-guard.ts';
import { callerOf, controlHandler } from './control-handler.ts';
import type { ControlHandlerStep } from './control-handler.ts';
import { assertHost } from './host-header.ts';
import { streamEvents } from './event-stream.ts';
import { nearestTo, wrongMethod } from './match-route.ts';
import { nearestRouteFinder } from './nearest-route.ts';
import { requestIdOf } from './request-id.ts';
import { documentNames, openApiDocumentOf } from './openapi/documents.ts';
import { valuesIn, withExamples } from './openapi/world-examples.ts';
import { renderedAnswer, renderedWith, send } from './response.ts';
import type { Answer } from './route.ts';
import { readParams } from './run.ts';
import { asText } from '../model/shared/conversion.ts';
import { clientHeader, consoleName } from '../worlds/journal/observed-request.ts';

const all = Object.values<Readonly<Record<string, ControlRoute>>>(controlRoutes).flatMap((group) =>
  Object.values(group),
);

/** The control call that was probably meant, as a route of the control API. */
const nearestCall = nearestRouteFinder([
  { name: '_faxsim', routes: all.map(({ method, path }) => ({ methods: [method], path })) },
]);

/** The router of the simulator's own face, without its probes. `startedAt` is the start of the simulator, in real ms. */
export function callsRouter(control: Dependencies, startedAt: number): Router {
  const deps: Dependencies = { ...control, findNearestRoute: nearestCall };
  const router = express.Router({ caseSensitive: true });
  const open = (...steps: ControlHandlerStep[]): RequestHandler =>
    controlHandler(deps, [locateWorld, assertHost, ...steps]);
  const guarded = (...steps: ControlHandlerStep[]): RequestHandler => open(guardControl, ...steps);
  router.get('/openapi/:file', open(showDocument, send));
  router.get('/ca.pem', open(showCertificate, send));
  router.get(consolePaths, open(showConsole, send));
  router.get(guidePaths, open(showGuide, send));
  router.get(
    '/events',
    guarded(async (call, deps) => streamEvents(call, await readParams(call, deps), deps)),
  );
  for (const path of new Set(all.map((route) => route.path))) {
    const routes = all.filter((route) => route.path === path);
    router.all(
      path,
      guarded((call, deps) => runRoute(call, routes, { ...deps, startedAt }), send),
    );
  }
  router.use(
    guarded((call) => {
      const near = nearestTo(call, nearestCall);
      throw new Refusal('unknown_route', near === null ? 'Not found' : `Not found; the nearest route is ${near}`);
    }),
  );
  router.use(brokenPath(deps));
  return router;
}

/** Handles the only error that Express itself throws: for a path whose %-escapes cannot be decoded. */
function brokenPath(deps: Dependencies): ErrorRequestHandler {
  return (thrown: unknown, req, res, next) => {
    if (thrown instanceof URIError) {
      const refuse = (): never => {
        throw thrown;
      };
      return controlHandler(deps, [locateWorld, guardControl, refuse])(req, res, next);
    }
    next(thrown);
    return undefined;
  };
}

function showCertificate(call: ApiCall, { ca }: Dependencies): void {
  if (ca === undefined) throw new Refusal('unknown_route', 'Not found: HTTPS is not on, see --https');
  call.rendered = renderedWith(200, { 'Content-Type': 'application/x-pem-file' }, { body: ca, isShown: true });
}

/** Runs the route of the method. A global route is refused below `/w/{id}`: it concerns the simulator as a whole. */
async function runRoute(call: ApiCall, routes: readonly ControlRoute[], control: CallDependencies): Promise<void> {
  const { method } = call;
  const route = routes.find((known) => known.method === method || (known.method === 'GET' && method === 'HEAD'));
  if (route === undefined)
    throw wrongMethod(
      call,
      method,
      routes.map((known) => known.method),
    );
  const context = contextFor(call, control);
  if (route.isGlobal === true && context.hosted !== control.worlds.first) {
    throw new Refusal(
      'unknown_route',
      `Not found: this is a call of the simulator, at ${context.url}/_faxsim${route.path}`,
    );
  }
  const params = await readParams(call, control);
  const data = await runCall(route, context, params);
  const rendered = renderedAnswer(await answerOf(route, data), requestIdOf(call, callerOf(call, control), params));
  call.rendered = route.produces === undefined ? await compressed(rendered, call) : rendered;
}

const compress = promisify(gzip);
/** Bodies below this size in bytes fit into a packet or two without compression. */
const longBody = 2000;

/** Compresses a long JSON body for the console, which may be far away. A program on this machine would only lose time. */
async function compressed(rendered: RenderedResponse, { headers }: ApiCall): Promise<RenderedResponse> {
  const isForConsole = headers[clientHeader] === consoleName && /\bgzip\b/.test(String(headers['accept-encoding']));
  if (!isForConsole || rendered.length < longBody) return rendered;
  const body = await compress(rendered.body, { level: 4 });
  const place = rendered.headers.indexOf('Content-Length');
  const lengths = rendered.headers.with(place + 1, String(body.length));
  return {
    ...rendered,
    body,
    length: body.length,
    headers: [...lengths, 'Content-Encoding', 'gzip', 'Vary', 'Accept-Encoding'],
  };
}

/**
 * Renders the OpenAPI document of a version or of the control API, with the address of this request. For admitted
 * callers of the control API, the examples come from the world's records.
 */
function showDocument(call: ApiCall, control: Dependencies): void {
  const name = documentNames.find((known) => `${known}.json` === call.pathParams['file']);
  if (name === undefined) {
    const known = documentNames.map((known) => `${known}.json`).join(', ');
    throw new Refusal('unknown_route', `Not found: there are ${known}`);
  }
  const { first } = control.worlds;
  const hosted = call.hostedWorld ?? first;
  const base = hosted.id === first.id ? '' : `/w/${hosted.id}`;
  const id = requestIdOf(call, callerOf(call, control));
  const plain = openApiDocumentOf(name, base);
  const document = isAdmitted(call, control) ? withExamples(plain, valuesIn(worldOf(call, control), name)) : plain;
  call.rendered = renderedAnswer({ json: [JSON.stringify(document)] }, id);
}

async function answerOf({ produces }: ControlRoute, data: unknown): Promise<Answer> {
  if (produces === undefined) return reply('ok', { data: await jsonInTurns(data) });
  return {
    bytes: data instanceof Uint8Array ? data : Buffer.from(asText(data)),
    headers: {
      'Content-Type': produces,
      ...fileHeaders,
      ...(produces === anyBytes && { 'Content-Disposition': 'attachment' }),
    },
  };
}

/** The JSON of a value in parts. Between the parts of a long list, also one in a field, other requests get their turn. */
async function jsonInTurns(value: unknown): Promise<JsonParts> {
  if (isList(value)) return listInTurns(value);
  if (!isPlainObject(value) || !Object.values(value).some(isList)) return [JSON.stringify(value)];
  const parts: string[] = [];
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue;
    parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`);
    for (const part of isList(item) ? await listInTurns(item) : [JSON.stringify(item)]) parts.push(part);
  }
  parts.push('}');
  return parts;
}

async function listInTurns(items: readonly unknown[]): Promise<JsonParts> {
  const texts = await mapSlices(items, (slice) => JSON.stringify(slice).slice(1, -1));
  return jsonList(texts, (text) => text);
}

/** A client of the API chose the bytes, so a browser must not show them as a page of the simulator. */
const fileHeaders = { 'X-Content-Type-Options': 'nosniff' };

/** The type of bytes whose kind is not known; a browser saves them. */
const anyBytes = 'application/octet-stream';

type CallDependencies = Dependencies & { readonly startedAt: number };

const contextFor = (call: ApiCall, { startedAt, ...deps }: CallDependencies): ControlContext =>
  controlContext({
    ...deps,
    hosted: call.hostedWorld ?? deps.worlds.first,
    uptimeMs: performance.now() - startedAt,
    url: call.origin,
    disconnected: call.signal,
  });
