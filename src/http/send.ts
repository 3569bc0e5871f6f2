import type { TLSSocket } from 'node:tls';
import type { Response } from 'express';
import type { ApiCall } from './api-call.ts';
import { breakWire, sendBroken } from './broken-wire.ts';

/** Sends the response, or what a rule makes of the connection in its place. */
export function send(call: ApiCall): Promise<void> | undefined {
  const { res, rendered, wire } = call;
  if (typeof wire === 'string') {
    breakWire(res, wire);
    return undefined;
  }
  if (rendered === undefined) throw new Error('There is no response to send');
  const { status, bytes, isBodiless } = rendered;
  const headers = isSecure(res) ? { ...rendered.headers, ...forgetful } : rendered.headers;
  if (wire !== undefined && !isBodiless) {
    res.writeHead(status, { ...headers, 'Content-Length': bytes.length });
    return sendBroken(res, bytes, { wire, clock: call.world.clock });
  }
  if (isBodiless) {
    // Of 205, HTTP wants to hear the length.
    res.writeHead(status, status === 205 ? { ...headers, 'Content-Length': 0 } : headers);
    res.end();
  } else {
    res.writeHead(status, { ...headers, 'Content-Length': bytes.length });
    res.end(bytes);
  }
  return undefined;
}

const isSecure = ({ socket }: Response): boolean => (socket as TLSSocket | null)?.encrypted === true;

/** Over HTTPS the recorded header would have a browser refuse plain HTTP of all else that this host serves. */
const forgetful = { 'Strict-Transport-Security': 'max-age=0' };
