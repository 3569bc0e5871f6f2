import { Refusal } from '../domain/refusal.ts';
import type { HostedWorld } from '../worlds/hosted-world.ts';
import type { World } from '../worlds/world.ts';
import type { Caller } from '../worlds/worlds.ts';
import type { ApiCall } from './api-call.ts';
import type { Dependencies } from './dependencies.ts';

const worldInPath = /^\/w\/([^/]+)/i;

/** However its id is escaped; a proxy's client names the host before it. */
const worldInUrl = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?\/w\/[^/?]*/i;

/**
 * Finds the world that the path names, as `/w/{id}` at its start. Throws the Refusal `unknown_route` where there is none with
 * that id, and URIError for an id whose %-escapes make no text.
 */
export function locateWorld(call: ApiCall, { worlds }: Pick<Dependencies, 'worlds'>): void {
  const [start, escaped = ''] = worldInPath.exec(call.path) ?? [];
  if (start === undefined) return;
  const id = decodeURIComponent(escaped);
  const hosted = worlds.get(id);
  if (hosted === undefined) throw new Refusal('unknown_route', `Not found: there is no world ${id}`);
  call.hosted = hosted;
  call.path = call.path.slice(start.length);
  call.url = call.url.replace(worldInUrl, '');
  trackUsage(call, hosted);
}

/**
 * Has a request keep the world in use that its path or its key names, until the connection is done with the response: a world
 * with a request under way is not idle.
 */
export function trackUsage(call: ApiCall, hosted: HostedWorld): void {
  if (call.usedWorld === hosted) return;
  call.usedWorld = hosted;
  call.onClose(hosted.activity.begin());
}

/** The world that the path names, as it is now; the default one where it names none. */
export const worldOf = ({ hosted }: ApiCall, { worlds }: Pick<Dependencies, 'worlds'>): World =>
  hosted?.world ?? worlds.default;

/** The caller where only the world is known. */
export const anyoneIn = (world: World): Caller => ({ world, isTest: false });
