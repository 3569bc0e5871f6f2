import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { withSingleSlashes } from '../model/shared/urls.ts';
import type { ObservedAnswer } from '../worlds/journal/observed-request.ts';
import type { Scripting } from '../scenarios/courses.ts';
import type { Fired } from '../scenarios/fired.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import type { BrokenWire } from '../scenarios/effects-schema.ts';
import type { Params } from '../wire/fields.ts';
import type { RequestStep } from '../worlds/history/step.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import type { World } from '../worlds/world.ts';
import type { Face, FindFace } from './face.ts';
import type { FindNearest } from './nearest-route.ts';
import type { Answer, Route } from './route.ts';

/** A response before it is sent. */
export interface RenderedResponse {
  readonly status: number;
  /** Names and values in turn, in the recorded order. The list is mutable because Node's type requires it. */
  readonly headers: string[];
  readonly requestId: string;
  /** A string leaves in one write together with the head; a Buffer does not. */
  readonly body: string | Buffer;
  /** Size of the response's body, in bytes. */
  readonly length: number;
  /** The response in the form of the journal. */
  readonly observed: ObservedAnswer;
  /** No body, and no Content-Length or Content-Type. */
  readonly isBodiless: boolean;
}

/**
 * A request under way, from its head to its response. Each step (see `run.ts`) reads the results of earlier steps,
 * and adds its own. The types below are its stages: a step takes a call of the stage that it needs.
 */
export class ApiCall {
  readonly startedAt = performance.now();
  readonly req: Request;
  readonly res: Response;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** The URL as the client sent it, with the query, but without the prefix of a world: `/v2.1/faxes?per_page=2`. */
  url: string;
  /** The path of `url` with single slashes; `locateWorld` and `matchPath` remove the part that they have read. */
  path: string;
  /** The world that the path names (`/w/{id}`); undefined if it names none. */
  hostedWorld: HostedWorld | undefined = undefined;
  /** The world that this request uses. */
  usedWorld: HostedWorld | undefined = undefined;
  /** Whether the call is one of the control API. */
  isControl = false;
  /** The response takes longer than the turn in which the request came. */
  isWaiting = false;
  /** The face of the path; null if the path has none. */
  face: Face | null = null;
  /** The routes of the path, before the method and the parameters choose one. */
  candidateRoutes: readonly Route[] = [];
  route: Route | undefined = undefined;
  pathParams: Params = {};
  /** Parameters of path, body and query; null if they were not read, or could not be. */
  params: Params | null = null;
  /** The names of parameters that came several times; only the last value counts. */
  replacedParams: readonly string[] = noNames;
  /** The names of parameters that came as `to[]` or `to[0]`. */
  bracketedParams: readonly string[] = noNames;
  bodyBytes = 0;
  /** The body as it came; undefined if the call has none, or it was not read. */
  rawBody: Buffer | undefined = undefined;
  /** The beginning of a body that no step reads to its end. */
  bodyStart: Buffer | undefined = undefined;
  /** The world of the caller; undefined before authentication. */
  world: World | undefined = undefined;
  /** The caller has the test key. */
  isTest = false;
  /** The scenario effects on records of this request: those of the world, unless the request or a rule sets others. */
  scripting: Scripting | undefined = undefined;
  /**
   * The instant at which the rate limit admitted the call, in ms on the world's clock; undefined before, or if refused.
   */
  admittedAt: number | undefined = undefined;
  requestId: string | undefined = undefined;
  /** The faxes that the route made, even if a rule hides its response. */
  createdFaxIds: readonly number[] = noIds;
  /** The number of changes in the world's history when the call was admitted; undefined before, or if refused. */
  historyMark: number | undefined = undefined;
  /** Returns the scenario that the header names. Throws a Refusal if that scenario cannot be used. */
  namedScenario: (() => Scenario) | undefined = undefined;
  /** The rule that fired. */
  firedRule: Fired | undefined = undefined;
  /** The way in which a rule breaks the connection of the response. */
  connectionFault: BrokenWire | undefined = undefined;
  /** Whether a rule made the response; it then shows nothing about the real service. */
  isScripted = false;
  /** The answer of the route, or of a rule in its place. */
  answer: Answer | undefined = undefined;
  refusal: Refusal | null = null;
  /** The route that the client probably meant; null if no route is similar, undefined before a step looks for it. */
  nearestRoute: string | null | undefined = undefined;
  rendered: RenderedResponse | undefined = undefined;
  isRecorded = false;
  /** The request's step in the history, written when its response began to wait for the clock. */
  held: RequestStep | undefined = undefined;
  #signal: AbortSignal | undefined = undefined;

  constructor(req: Request, res: Response) {
    this.req = req;
    this.res = res;
    this.method = req.method;
    this.headers = req.headers;
    this.url = req.originalUrl;
    this.path = withSingleSlashes(pathOf(req.originalUrl));
  }

  get hasBody(): boolean {
    const { 'content-length': length, 'transfer-encoding': encoding } = this.headers;
    return (length !== undefined && length !== '0') || encoding !== undefined;
  }

  get origin(): string {
    const { protocol, socket } = this.req;
    return `${protocol}://${this.#host ?? `127.0.0.1:${socket.localPort}`}`;
  }

  /** Name and port: from X-Forwarded-Host if a trusted proxy sent it, else from the header Host. */
  get #host(): string | undefined {
    return this.req.host;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortWithClient(this.res));
  }

  /** Calls the listener when the connection has finished this request; at once if it already has. */
  onClose(listener: () => void): void {
    if (this.res.destroyed) listener();
    else this.res.once('close', listener);
  }

  /** Keeps the world in use until the connection is done with this request. */
  holdWorld(): void {
    this.isWaiting = true;
    if (this.usedWorld !== undefined) this.onClose(this.usedWorld.beginUse({ isRequest: !this.isControl }));
  }
}

/** The shared empty list: most requests make no fax. */
const noIds: readonly number[] = [];
const noNames: readonly string[] = [];

/** Reads the parameters of a request that has a body. */
export type BodyReader = (call: ApiCall) => Promise<Params>;

/** The parts of the simulator, and those of the HTTP face, that the steps of a request use. */
export interface Dependencies extends SimulatorParts {
  readonly faces: readonly Face[];
  readonly findFace: FindFace;
  readonly readBody: BodyReader;
  readonly findNearestRoute: FindNearest;
}

// A step sets the members of the stage that it reaches, and states the stage with `as`. `Object.assign` would let the
// compiler check this, but costs a microsecond for each request.

/** A call whose path has a face. */
export type LocatedCall = ApiCall & { face: Face };

/** A call whose parameters are read. */
export type ReadCall = LocatedCall & { params: Params };

/** A call that has its route. */
export type RoutedCall = ReadCall & { route: Route };

/** A call whose caller is known. */
export type CallerCall = RoutedCall & { world: World; scripting: Scripting };

/** An admitted call, with the id of its response. */
export type AdmittedCall = CallerCall & { requestId: string };

/** A call for which a rule fired. */
export type RuledCall = AdmittedCall & { firedRule: Fired };

/** A signal that aborts when the connection closes before the response is complete. */
function abortWithClient(response: Response): AbortSignal {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Refusal('unavailable', 'The client went away before its answer'));
  if (response.destroyed) abort();
  else response.once('close', () => response.writableFinished || abort());
  return controller.signal;
}

/** A URL without its query. */
export function pathOf(url: string): string {
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}
