import type { IncomingMessage } from 'node:http';
import { waitMsMax } from '../../model/domain/time.ts';
import { durationText, parseDuration } from '../../model/shared/duration.ts';
import { errorCode, reasonOf } from '../../model/shared/errors.ts';
import { isPlainObject, omitUndefined } from '../../model/shared/objects.ts';
import { fillPath, namesInPath } from '../../model/shared/urls.ts';
import { readBody } from '../../service/network/http-exchange.ts';
import { sendCall } from '../../service/network/own-calls.ts';
import type { OwnCall } from '../../service/network/own-calls.ts';
import type { ShownEvent } from '../events.ts';
import { ControlError } from './control-error.ts';
import { readEvents } from './event-source.ts';
import { jsonOf } from './surface.ts';
import type { ControlCall, Transport } from './surface.ts';
import { defaultWorld } from './world-handle.ts';
import { asText } from '../../model/shared/conversion.ts';

/** Whether the simulator was started for this program, as `faxsim exec` does, which sets both variables. */
const isOfProgram = (baseUrl: string): boolean => {
  const { FAXSIM_URL: url = '', FAXSIM_ENDS_WITH_PROGRAM: ends } = process.env;
  return ends === 'true' && (url === baseUrl || url.startsWith(`${baseUrl}/`));
};

/** Calls a simulator by HTTP. */
export function httpTransport(baseUrl: string, token: string | undefined): Transport {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const brokenOff = (error: unknown): ControlError => {
    return new ControlError(`no answer from ${baseUrl}: ${reasonOf(error)}`, { code: errorCode(error), cause: error });
  };
  const callOrExplain = (url: string, headers: Record<string, string>, call: OwnCall): Promise<IncomingMessage> =>
    sendCall(url, { ...call, headers: { ...authorization, ...headers } }).catch((error: unknown) => {
      throw brokenOff(error);
    });
  return {
    baseUrl,
    endsWithProgram: isOfProgram(baseUrl),
    ask: async (call) =>
      inTurns(await withFiles(call.input), async (input) => {
        const { url, body } = requestOf({ ...call, input }, baseUrl);
        const headers: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
        const { method } = call.route;
        return dataOf(await callOrExplain(url, headers, { method, body: body ?? null, keepsConnection: true }), url);
      }),
    async *follow(world, { after, signal, worlds }) {
      const url = `${baseUrl}${prefixOf(world)}/_faxsim/events`;
      const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
      const query = worlds === undefined ? '' : `?worlds=${worlds}`;
      const answer = await callOrExplain(url + query, headers, { signal: signal ?? null });
      if (answer.statusCode !== 200) {
        await dataOf(answer, url);
        return;
      }
      try {
        for await (const { id, name, data } of readEvents(answer as AsyncIterable<Buffer>)) {
          yield { id, ...(name === 'open' || name === 'reset' ? { kind: name } : (JSON.parse(data) as ShownEvent)) };
        }
      } catch (error) {
        if (signal?.aborted !== true) throw brokenOff(error);
      }
    },
  };
}

/** The longest wait of one request, in ms: proxies give up on silent requests, nginx after a minute. */
const turnMsMax = 25_000;

/** Makes a call once, or splits a long wait into several shorter ones until one finds something. */
async function inTurns(input: ControlCall['input'], ask: (input: ControlCall['input']) => Promise<unknown>) {
  const timeout = parseDuration(asText(input['timeout'])) ?? 0;
  if (timeout <= turnMsMax || timeout > waitMsMax) return ask(input);
  const until = performance.now() + timeout;
  for (;;) {
    const left = Math.max(Math.round(until - performance.now()), 0);
    const found = await ask({ ...input, timeout: durationText(Math.min(left, turnMsMax)) });
    if (left <= turnMsMax || !isNothing(found)) return found;
  }
}

/** Whether a wait ended without a result: its answer is null, or has a `request` that is null. */
const isNothing = (found: unknown): boolean => found === null || (isPlainObject(found) && found['request'] === null);

const prefixOf = (world: string): string => (world === defaultWorld ? '' : `/w/${encodeURIComponent(world)}`);

function requestOf({ route, world, input }: ControlCall, baseUrl: string) {
  const inPath = new Set(namesInPath(route.path));
  const path = fillPath(route.path, (name) => encodeURIComponent(wordOf(input[name])));
  const rest = Object.entries(input).filter(([name, value]) => !inPath.has(name) && value !== undefined);
  const prefix = route.isGlobal ? '' : prefixOf(world);
  const url = `${baseUrl}${prefix}/_faxsim${path}`;
  if (route.method !== 'GET' && route.method !== 'DELETE') return { url, body: jsonOf(Object.fromEntries(rest)) };
  const query = new URLSearchParams(rest.flatMap(pairsOf)).toString();
  return { url: query === '' ? url : `${url}?${query}`, body: undefined };
}

/** Pairs of a parameter in a query: a list is `name[]`, a group `name[key]`. */
function pairsOf([name, value]: [string, unknown]): [string, string][] {
  if (Array.isArray(value)) return value.map((item) => [`${name}[]`, wordOf(item)]);
  if (typeof value !== 'object' || value === null || value instanceof Date) return [[name, wordOf(value)]];
  return Object.entries(value).map(([key, item]) => [`${name}[${key}]`, wordOf(item)]);
}

/** The JSON of a value, without quotes around a text. */
function wordOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : jsonOf(value).replace(/^"|"$/g, '');
}

/**
 * The data in the simulator's envelope; without an envelope, the text or file. Does not use the `Response` of fetch, which would
 * cost tests of other HTTP clients 20 ms.
 */
async function dataOf(answer: IncomingMessage, url: string): Promise<unknown> {
  const { statusCode: status = 0 } = answer;
  const bytes = await bytesOf(answer);
  const file = status >= 200 && status < 300 ? fileIn(answer, bytes) : undefined;
  if (file !== undefined) return file;
  const envelope = parsed(bytes);
  if (typeof envelope !== 'object' || envelope === null || !('success' in envelope)) {
    throw new ControlError(`${url} answers with status ${status}, and not as faxsim does`, { status });
  }
  if (envelope.success === true && 'data' in envelope) return envelope.data;
  const message = 'message' in envelope ? asText(envelope.message) : `status ${status}`;
  throw new ControlError(message, { status });
}

/** The body of a response without an envelope: a text, a picture, a document or another file. */
function fileIn({ headers }: IncomingMessage, bytes: Buffer): string | Uint8Array | undefined {
  const type = headers['content-type'] ?? '';
  if (type.startsWith('text/plain')) return bytes.toString();
  return /^(?:image\/|application\/(?:pdf|octet-stream)\b)/.test(type) ? new Uint8Array(bytes) : undefined;
}

/** The received part of the body. */
async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await readBody(answer, Infinity, (chunk) => chunks.push(chunk)).catch(() => undefined);
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** The input of a call, with files in their JSON form: name, type, and content in base64. */
export async function withFiles(input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const entries = Object.entries(omitUndefined(input));
  const encoded = entries.map(async ([name, value]) => [name, isFile(value) ? await fileBody(value) : value] as const);
  return Object.fromEntries(await Promise.all(encoded));
}

const isFile = (value: unknown): value is Blob | Uint8Array => value instanceof Blob || value instanceof Uint8Array;

/** A Blob without a name is called `file`. */
async function fileBody(file: Blob | Uint8Array) {
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file;
  const type = file instanceof Blob && file.type !== '' ? { type: file.type } : {};
  return {
    filename: file instanceof File ? file.name : 'file',
    ...type,
    base64: Buffer.from(bytes).toString('base64'),
  };
}
