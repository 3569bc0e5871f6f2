import { rootAndWorld } from '../../model/shared/urls.ts';
import { httpTransport } from './http-transport.ts';
import { defaultWorld, worldHandle } from './world-handle.ts';
import type { WorldHandle } from './world-handle.ts';
import { withoutPassword } from '../../model/shared/userinfo.ts';

export { ControlError } from './control-error.ts';
export type { AnswerOf, FollowOptions, InputOf, Surface, WorldEvent } from './surface.ts';
export type { Duration } from '../../model/shared/duration.ts';
export type * from './named-types.ts';
export type { OwnWorld, SettleOptions, WorldHandle } from './world-handle.ts';

/** The address of a simulator, and the access to it. */
export interface ConnectOptions {
  /** `http://127.0.0.1:8329`, or that of one of its worlds: `http://127.0.0.1:8329/w/mine`. */
  readonly baseUrl: string;
  /** The control token, which a simulator on another machine requires. */
  readonly token?: string | undefined;
  /** The id of a world. Default: the one that the base URL names, or the one at the root. */
  readonly world?: string | undefined;
}

/**
 * The control surface of a simulator that runs elsewhere, such as in a container: typed functions that call it by HTTP.
 * Makes no call itself.
 *
 * @example
 * const simulator = connect({ baseUrl: 'http://127.0.0.1:8329' });
 * const world = await simulator.world({ fixture: 'empty', clock: 'manual' });
 * await world.clock.advance('45m');
 * await world.close();
 */
export function connect(options: ConnectOptions): WorldHandle {
  assertOptions(options);
  const { baseUrl, token, world } = options;
  const { root, world: named } = rootAndWorld(baseUrl);
  return worldHandle(httpTransport(root, token), world ?? (named && decodeURIComponent(named)) ?? defaultWorld);
}

/** Throws a TypeError for wrong options, which a program without type checks can pass. */
function assertOptions(options: Partial<Record<keyof ConnectOptions, unknown>> | undefined): void {
  const { baseUrl, world } = options ?? {};
  if (baseUrl === undefined || baseUrl === '') throw new TypeError('connect: baseUrl is required; is FAXSIM_URL set?');
  if (typeof baseUrl !== 'string' || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    const example = 'an http or https URL such as http://127.0.0.1:8329';
    throw new TypeError(`connect: baseUrl must be ${example}, got ${withoutPassword(JSON.stringify(baseUrl))}`);
  }
  assertNoPassword(new URL(baseUrl));
  const [, root, version] = /^(.*)\/(v[12](?:\.\d)?)\/*$/s.exec(baseUrl) ?? [];
  if (version !== undefined) throw new TypeError(`connect: baseUrl has no version: ${root}, without ${version}`);
  if (world !== undefined && (typeof world !== 'string' || world === '')) {
    throw new TypeError(`connect: world must be the id of a world, got ${JSON.stringify(world)}`);
  }
}

/** `fetch` refuses a URL with a password, with a message that repeats the password. */
function assertNoPassword({ username, password }: URL): void {
  if (username === '' && password === '') return;
  const instead = 'a simulator for other machines has a token';
  throw new TypeError(`connect: baseUrl has no user name and no password; ${instead}`);
}
