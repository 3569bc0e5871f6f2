import { hash } from 'node:crypto';
import type { Response } from 'express';
import type { ApiCall, Rendered } from './api-call.ts';
import { breakWire, sendBroken } from './broken-wire.ts';
import type { Answer } from './route.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'Content-Type': 'application/json; charset=utf-8' };
const always = { Server: 'nginx' };
const on2xx = {
  'Cache-Control': 'max-age=0, private, must-revalidate',
  'Strict-Transport-Security': 'max-age=15768000; preload',
  'X-Robots-Tag': 'noindex, nofollow, nosnippet, noarchive',
};
const onOther = { 'Cache-Control': 'no-cache' };

/**
 * The headers that the service has with a status, whatever the body says. Recorded are many answers with 200 and one with
 * 404: another status has those of the nearer of the two.
 */
const headersWith = (status: number, bytes: Uint8Array): Headers =>
  status >= 200 && status < 300 ? { ...always, ...on2xx, ETag: weakTag(bytes) } : { ...always, ...onOther };

/** Gives what the row answers, if it has answered, the headers that were recorded. */
export function render(call: ApiCall): void {
  if (call.answer !== undefined) call.rendered = renderedAnswer(call.answer, call.requestId ?? '');
}

/** A successful answer with the headers that were recorded. */
export function renderedAnswer(answer: Answer, requestId: string): Rendered {
  const isJson = 'json' in answer;
  const bytes = isJson ? Buffer.from(answer.json) : asBuffer(answer.bytes);
  const type = isJson ? json : {};
  const headers = { ...type, ...headersWith(200, bytes), ...answer.headers, 'X-Request-Id': requestId };
  return { status: 200, headers, bytes, text: isJson ? answer.json : null, isBodiless: false };
}

/** An answer in JSON that is not what the row answers. */
export function renderedJson(status: number, text: string, headers: Headers): Rendered {
  const bytes = Buffer.from(text);
  return { status, headers: { ...json, ...headersWith(status, bytes), ...headers }, bytes, text, isBodiless: false };
}

/** An answer that ends with its headers, and has none about a body. */
export function renderedBodiless(status: number, headers: Headers): Rendered {
  const all = { ...always, ...onOther, ...headers };
  return { status, headers: all, bytes: Buffer.alloc(0), text: '', isBodiless: true };
}

/** The same memory. */
const asBuffer = ({ buffer, byteOffset, length }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, length);

/** Source: recorded tags of some twenty answers, all the first half of the SHA-256 of what was sent. */
const weakTag = (bytes: Uint8Array): string => `W/"${hash('sha256', bytes, 'hex').slice(0, 32)}"`;

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

const isSecure = ({ socket }: Response): boolean =>
  socket !== null && 'encrypted' in socket && socket.encrypted === true;

/** Over HTTPS the recorded header would have a browser refuse plain HTTP of all else that this host serves. */
const forgetful = { 'Strict-Transport-Security': 'max-age=0' };
