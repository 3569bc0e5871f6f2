import type { Request, Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { RefusalKind } from '../domain/refusal.ts';
import type { Fired, Occasion } from '../scenarios/engine.ts';
import { dig } from '../scenarios/matching.ts';
import { scriptOf } from '../scenarios/courses.ts';
import { ScenarioError } from '../scenarios/load.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { blockingRuleBody } from '../wire/v2-1/blocking-rules.ts';
import { faxBody } from '../wire/v2-1/faxes.ts';
import { phoneNumberBody } from '../wire/v2-1/phone-numbers.ts';
import { readPhoneNumber } from '../numbering/e164.ts';
import { delayOf } from '../scenarios/delays.ts';
import type { AnswerEffects, Failure } from '../scenarios/scenario.ts';
import type { Params } from '../wire/fields.ts';
import type { World } from '../world.ts';
import type { Caller } from '../worlds.ts';
import { breakWire, sendBroken } from './broken-wire.ts';
import { mergePatch } from './merge-patch.ts';
import { pause } from './pause.ts';
import { successOf, writeRefused, writeSuccess } from './reply.ts';
import type { Answer, Route } from './route.ts';

/** A request on which a rule of a scenario has fired. */
export interface Scripted {
  readonly fired: Fired;
  readonly row: Route;
  readonly caller: Caller;
  readonly params: Params;
  readonly requestId: string;
}

/** Answers a request as a rule has it. Everything that a rule touched says so in a header. */
export async function answerScripted(res: Response, scripted: Scripted): Promise<void> {
  const { fired, caller, requestId } = scripted;
  const { world } = caller;
  const { delay, wire, respond, fail } = fired.do;
  res.setHeader('X-Faxsim-Rule', fired.label);
  if (delay !== undefined) await pause(world.clock, delayOf(delay, world.seed, fired.key));
  if (fired.retryAfter !== undefined) {
    res.setHeader('Retry-After', fired.retryAfter);
    throw refusalOf('rate_limited', fired);
  }
  if (typeof wire === 'object') {
    await sendBroken(res, successOf(await work(scripted), requestId), { wire, clock: world.clock });
  } else if (wire !== undefined || respond !== undefined || fail !== undefined) {
    await replace(res, scripted);
  } else {
    writeSuccess(res, await work(scripted), requestId);
  }
}

/** Does what was asked for, as the rule has it. */
async function work({ fired, row, caller, params }: Scripted): Promise<Answer> {
  const world = withFile(caller.world, fired.do.file);
  return patched(await row.answer({ ...caller, world }, params), fired.do);
}

/** Answers something else. The work may be done first: whatever came of it, the client does not hear of it. */
async function replace(res: Response, scripted: Scripted): Promise<void> {
  const { wire, respond, fail, commit } = scripted.fired.do;
  if (commit === true) await work(scripted).catch(() => undefined);
  if (typeof wire === 'string') breakWire(res, wire);
  else if (respond !== undefined) writeResponse(res, respond, scripted.requestId);
  else throw refusalOf(fail ?? 'server_error', scripted.fired);
}

/** The world as a rule has it for one request. */
function withFile(world: World, file: AnswerEffects['file']): World {
  return file === 'missing' ? { ...world, fileStateOf: () => 'deleted' } : world;
}

function patched(answer: Answer, { patch, file }: AnswerEffects): Answer {
  if (!('json' in answer)) return file === 'corrupt' ? { ...answer, bytes: corrupted(answer.bytes) } : answer;
  if (patch === undefined) return answer;
  return { ...answer, json: JSON.stringify(mergePatch(JSON.parse(answer.json), patch)) };
}

/** The first half of a file, and nothing but zeros after it. */
function corrupted(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  return copy.fill(0, Math.floor(copy.length / 2));
}

const kinds: Readonly<Record<Failure, RefusalKind>> = {
  unauthorized: 'unauthorized',
  not_found: 'not_found',
  invalid: 'invalid',
  rate_limited: 'rate_limited',
  unavailable: 'unavailable',
  server_error: 'fault',
};

const refusalOf = (fail: Failure, { label }: Fired) =>
  new Refusal(kinds[fail], fail === 'not_found' ? 'Not found' : `Refused by the scenario rule ${label}`);

function writeResponse(
  res: Response,
  { status, headers, message, body }: NonNullable<AnswerEffects['respond']>,
  requestId: string,
): void {
  const isSuccess = status < 300;
  const text = body === undefined ? JSON.stringify({ success: isSuccess, message: message ?? '' }) : textOf(body);
  writeRefused(res, status, text, { 'X-Request-Id': requestId, ...headers });
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

interface Asked {
  readonly caller: Caller;
  readonly params: Params;
  readonly row: Route;
  readonly version: string;
}

/** The scenario that a request names in its header; undefined when it names none. */
export async function namedScenario(
  req: Request,
  findScenario: (name: string) => Promise<Scenario>,
): Promise<Scenario | undefined> {
  const header = req.headers['x-faxsim-scenario'];
  if (header === undefined) return undefined;
  const scenario = await findNamed(String(header), findScenario);
  if (!scenario.rules.every(({ on }) => on.includes('webhook'))) return scenario;
  throw new Refusal('invalid', `${scenario.name} is about webhooks, which no request can name: switch it on instead`);
}

/** The caller with a world in which the faxes of this request have the course that its scenario says. */
export function withScenario(caller: Caller, named: Scenario | undefined): Caller {
  if (named === undefined) return caller;
  const { scenarios, seed } = caller.world;
  const world: World = { ...caller.world, scriptOf: (fax) => scriptOf(fax, { scenarios, seed, named }) };
  return { ...caller, world };
}

/** The rule that fires for a request, in the scenario that it names or in those that are on in its world. */
export function firedRule(req: Request, asked: Asked, named: Scenario | undefined): Fired | undefined {
  const { scenarios } = asked.caller.world;
  if (named === undefined && scenarios.isIdle) return undefined;
  const { id, number, to } = asked.params;
  const occasion: Occasion = {
    on: asked.row.operation,
    fact: factsOf(req, asked),
    fax: keyOf(id),
    number: keyOf(number ?? to),
  };
  return scenarios.ask(occasion, named);
}

/** A scenario of the library. Throws the Refusal `invalid` when there is none, or something is wrong in it. */
export async function findNamed(name: string, findScenario: (name: string) => Promise<Scenario>): Promise<Scenario> {
  try {
    return await findScenario(name);
  } catch (error) {
    if (error instanceof ScenarioError) throw new Refusal('invalid', error.faults.join('; '));
    throw error;
  }
}

/** What counts by itself, from a parameter; a list of several counts as one. */
const keyOf = (value: unknown): string | undefined => (value === undefined ? undefined : JSON.stringify(value));

/** The facts of a request that rules can ask about; records as v2.1 shows them. */
function factsOf(req: Request, { params, caller: { world }, row, version }: Asked) {
  const records = new Map<string, unknown>();
  const record = (kind: string): unknown => {
    if (!records.has(kind)) records.set(kind, recordOf(kind, { world, params, row }));
    return records.get(kind);
  };
  return (name: string): unknown => {
    const [head = '', ...rest] = name.split('.');
    if (head === 'version') return version;
    if (head === 'account') return world.id;
    if (head === 'headers') return req.headers[rest.join('.').toLowerCase()];
    if (head === 'params') return dig(params, rest);
    return dig(record(head), rest);
  };
}

function recordOf(kind: string, { world, params, row }: { world: World; params: Params; row: Route }): unknown {
  const { store } = world;
  if (kind === 'number') {
    const owned = store.phoneNumbers.get(readPhoneNumber(String(params['number'])) ?? '');
    return owned && phoneNumberBody(owned);
  }
  const id = Number(params['id']);
  if (kind === 'rule') {
    const rule = row.path.startsWith('/blocking_rules') ? store.blockingRules.get(id) : undefined;
    return rule && blockingRuleBody(rule);
  }
  const fax = row.path.startsWith('/blocking_rules') ? undefined : store.faxes.get(id);
  return fax && faxBody(fax);
}
