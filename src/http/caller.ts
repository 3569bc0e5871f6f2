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
 * Finds the world that the path names, as `/w/{id}` at its start. Throws the Refusal `misdirected` where there is none with
 * that id, and URIError for an id whose %-escapes make no text.
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

/**
 * Marks the world of the path or the key as used, and a request that has to wait as a use under way. A world with one is
 * not idle.
 */
function trackUsage(call: ApiCall, hosted: HostedWorld): void {
  if (call.usedWorld === hosted) return;
  call.usedWorld = hosted;
  hosted.noteUse();
  if (call.isWaiting) call.holdWorld();
}

/** The world that the path names, as it is now; the default one where it names none. */
export const worldOf = ({ hostedWorld }: ApiCall, { worlds }: CallerDeps): World =>
  hostedWorld?.world ?? worlds.default;

/** The caller where only the world is known. */
export const anyoneIn = (world: World): Caller => ({ world, isTest: false });

/** Keeps the world of the key in the headers in use from the start: the body, which is read first, may take long to come. */
export function trackKeyedWorld(call: LocatedCall, { worlds }: CallerDeps): void {
  const owner = call.face.authentication.namedOwnerOf(call, worlds);
  if (owner) trackUsage(call, owner.hosted);
}

/**
 * Finds the caller, in the new world where a reset is under way: the old one takes no more changes. Throws the Refusal
 * `unauthorized`.
 */
export function authenticate(call: RoutedCall, deps: CallerDeps): CallerCall | Promise<CallerCall> {
  const known = identify(call, deps);
  const replacing = call.usedWorld?.replacing;
  return replacing === undefined ? known : replacing.then(() => identify(call, deps));
}

/**
 * Finds the caller. A public route is open to anyone: credentials are not looked at, even wrong ones. A world that the path
 * names is open to its own keys alone. Throws the Refusal `unauthorized`.
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
 * The caller of a refused request in the journal, the first of these: the authenticated one, that of the world in the
 * path, that of the world of a valid key, that of the default world.
 */
export function attributedCaller(call: ApiCall, deps: CallerDeps): Caller {
  if (call.world !== undefined && call.admittedAt !== undefined) return { world: call.world, isTest: call.isTest };
  if (call.hostedWorld !== undefined) return anyoneIn(call.hostedWorld.world);
  for (const authentication of [call.face?.authentication ?? anyKeyPair, anyKeyPair]) {
    try {
      return callerBy(authentication, call, deps);
    } catch {
      // The next way may know the key.
    }
  }
  return anyoneIn(deps.worlds.default);
}

/** The way of callers on paths without a face. */
const anyKeyPair = byKeyPair();

function callerBy(authentication: Authentication, call: ApiCall, { worlds }: CallerDeps): Caller {
  const owner = authentication.ownerOf(call, worlds);
  trackUsage(call, owner.hosted);
  return { world: owner.hosted.world, isTest: owner.isTest };
}

/**
 * Counts the call for its API key, and lets it in. Throws the Refusal `rate_limited`. Source of the status: the
 * official clients. Assumption: a limit counts for each key, and has this header.
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
