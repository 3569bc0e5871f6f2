import { Refusal, otherWorldMessage } from '../model/domain/refusal.ts';
import { failureMessages } from '../wire/messages.ts';
import type { HostedWorld } from '../worlds/hosting/hosted-world.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/hosting/worlds.ts';
import type { ApiCall, CallerCall, LocatedCall, RoutedCall, Dependencies } from './api-call.ts';
import type { Authentication } from './face.ts';
import { byKeyPair } from './faces/key-pair.ts';

type CallerDeps = Pick<Dependencies, 'worlds'>;

const worldInPath = /^\/w\/([^/]+)/i;

/** `/w/{id}` in any escaping, with any slashes, also after scheme and host (absolute-form request target). */
const worldInUrl = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?\/+w\/+[^/?]*/i;

/**
 * Finds the world that the path names, as `/w/{id}` at its start. Throws the Refusal `misdirected` if no world has that
 * id, and URIError if its %-escapes are invalid.
 */
export function locateWorld(call: ApiCall, { worlds }: CallerDeps): void {
  const [start, escaped = ''] = worldInPath.exec(call.path) ?? [];
  if (start === undefined) return;
  const id = decodeURIComponent(escaped);
  const hosted = worlds.find(id);
  call.hostedWorld = hosted;
  call.path = call.path.slice(start.length);
  call.url = call.url.replace(worldInUrl, '');
  trackUsage(call, hosted);
}

/** Notes that the request uses a world. While a request waits, its use is under way, and the world is not idle. */
function trackUsage(call: ApiCall, hosted: HostedWorld): void {
  if (call.usedWorld === hosted) return;
  call.usedWorld = hosted;
  hosted.noteUse();
  if (call.isWaiting) call.holdWorld();
}

/** The current world that the path names; the default world if the path names none. */
export const worldOf = ({ hostedWorld }: ApiCall, { worlds }: CallerDeps): World =>
  hostedWorld?.world ?? worlds.default;

/** The caller of a request about which only the world is known. */
export const anyoneIn = (world: World): Caller => ({ world, isTest: false });

/** Keeps the world of the header's key in use from the start, because the body is read first and may arrive slowly. */
export function trackKeyedWorld(call: LocatedCall, { worlds }: CallerDeps): void {
  const owner = call.face.authentication.namedOwnerOf(call, worlds);
  if (owner) trackUsage(call, owner.hosted);
}

/**
 * Finds the caller. During a reset it waits for the new world, since the old one accepts no more changes. Throws the
 * Refusal `unauthorized`.
 */
export function authenticate(call: RoutedCall, deps: CallerDeps): CallerCall | Promise<CallerCall> {
  const known = identify(call, deps);
  const replacing = call.usedWorld?.replacing;
  return replacing === undefined ? known : replacing.then(() => identify(call, deps));
}

/**
 * Finds the caller. A public route ignores credentials, even wrong ones. A world in the path accepts only its own keys.
 * Throws the Refusal `unauthorized`.
 */
function identify(call: RoutedCall, deps: CallerDeps): CallerCall {
  const { world, isTest } = call.route.isPublic === true ? anyoneIn(worldOf(call, deps)) : keyHolder(call, deps);
  call.world = world;
  call.isTest = isTest;
  call.scripting = world.scripting;
  return call as CallerCall;
}

function keyHolder(call: RoutedCall, deps: CallerDeps): Caller {
  const caller = callerBy(call.face.authentication, call, deps);
  if (call.hostedWorld !== undefined && call.hostedWorld.world !== caller.world) {
    const diagnosis = `The key is of the world ${caller.world.id}, and the URL names ${call.hostedWorld.id}`;
    throw new Refusal('unauthorized', otherWorldMessage, { diagnosis });
  }
  return caller;
}

/**
 * The caller that the journal shows for a refused request. The first known one counts: the authenticated caller, the
 * world in the path, the world of a valid key, the default world.
 */
export function attributedCaller(call: ApiCall, deps: CallerDeps): Caller {
  if (call.world !== undefined && call.admittedAt !== undefined) return { world: call.world, isTest: call.isTest };
  if (call.hostedWorld !== undefined) return anyoneIn(call.hostedWorld.world);
  for (const authentication of [call.face?.authentication ?? anyKeyPair, anyKeyPair]) {
    try {
      return callerBy(authentication, call, deps);
    } catch {
      // The next way of authentication may find the key.
    }
  }
  return anyoneIn(deps.worlds.default);
}

/** The authentication on paths without a face. */
const anyKeyPair = byKeyPair();

function callerBy(authentication: Authentication, call: ApiCall, { worlds }: CallerDeps): Caller {
  const owner = authentication.ownerOf(call, worlds);
  trackUsage(call, owner.hosted);
  return { world: owner.hosted.world, isTest: owner.isTest };
}

/**
 * Counts the call for its API key, and admits it. Throws the Refusal `rate_limited`. Source of the status: the official
 * clients. Assumption: the limit counts per key, and the refusal has this header.
 */
export function limitRate(call: CallerCall): void {
  const { world, isTest, route } = call;
  const { rateLimit } = world.store.account;
  call.historyMark = world.history.mark;
  if (rateLimit !== null && route.isPublic !== true) {
    const retryAfter = world.memory.rates.use(isTest ? 'test' : 'live', rateLimit, world.clock.now());
    if (retryAfter > 0) {
      call.res.setHeader('Retry-After', retryAfter);
      const limit = `${rateLimit.calls} in ${rateLimit.windowMs / 1000} s for an API key`;
      throw new Refusal('rate_limited', `${failureMessages.rate_limited}: ${limit}`);
    }
  }
  call.admittedAt = world.clock.now();
}
