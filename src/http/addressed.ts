import type { Request, Response } from 'express';
import type { HostedWorld } from '../worlds/hosted-world.ts';

/** The world that the path of a request names (`/w/{id}`), as the app has found it; undefined: the path names none. */
export const namedWorld = ({ locals }: Pick<Response, 'locals'>): HostedWorld | undefined =>
  locals['hosted'] as HostedWorld | undefined;

/**
 * A request uses the world that its path or its key names, until the connection is done with the answer: one that is long
 * under way is no world that nobody calls.
 */
export function use(hosted: HostedWorld, res: Response): void {
  if (res.locals['used'] === hosted) return;
  res.locals['used'] = hosted;
  const end = hosted.usage.begin();
  if (res.destroyed) end();
  else res.once('close', end);
}

/** However its id is escaped; a proxy's client names the host before it. */
const worldInUrl = /^(?:[a-z][a-z\d+.-]*:\/\/[^/?]*)?\/w\/[^/?]*/i;

/** The URL of a request without the world that it names. */
export function urlOf({ originalUrl }: Request, res: Response): string {
  return namedWorld(res) === undefined ? originalUrl : originalUrl.replace(worldInUrl, '');
}

/** The address that a request was sent to; HTTP/1.0 need not name it. */
export function originOf({ protocol, headers, socket }: Request): string {
  return `${protocol}://${headers.host ?? `127.0.0.1:${socket.localPort}`}`;
}
