import type { IncomingHttpHeaders } from 'node:http';
import type { Delivery } from '../domain/webhook.ts';
import type { ControlStep, Progress, RequestStep } from '../history/step.ts';
import { credentialsIn } from '../journal/redaction.ts';
import { sign } from '../webhooks/signature.ts';
import { piecesOf } from './body.ts';
import type { BundledControl, BundledProgress, BundledRequest, BundledWebhook } from './bundle.ts';
import type { BundledFiles } from './files.ts';
import type { BundledSecrets } from './secrets.ts';

export interface BundleTools {
  readonly files: BundledFiles;
  readonly secrets: BundledSecrets;
}

/** In whole ms, since a clock at another speed shows parts of them. */
export const timeText = (ms: number): string => new Date(Math.ceil(ms)).toISOString();

export function bundledRequest(step: RequestStep, { files, secrets }: BundleTools): BundledRequest {
  const { id, observed, replayData, lasted } = step;
  const { answer } = observed;
  secrets.collect(observed.params);
  for (const secret of credentialsIn(observed.authorization)) secrets.add(secret);
  return {
    kind: 'request',
    id,
    at: timeText(observed.at),
    ended_at: timeText(observed.at + lasted),
    method: observed.method,
    url: observed.url,
    operation: observed.operation,
    version: observed.version,
    headers: headersOf(step),
    body: replayData?.body === undefined ? null : piecesOf(bytesOf(replayData.body), observed.contentType, files),
    is_body_left_out: replayData?.body === undefined && observed.bodyBytes > 0,
    rule: observed.rule,
    answer: {
      status: answer.status,
      type: answer.type,
      request_id: observed.requestId,
      headers: replayData?.answerHeaders ?? {},
      bytes: answer.bytes,
      body: answer.text,
      tag: replayData?.tag ?? null,
      broken: answer.broken,
    },
  };
}

const bytesOf = (body: Buffer | string): Buffer => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body);

/** Those of the connection, and those that a program which sends the request again has of its own. */
const ofConnection =
  /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|cookie|keep-alive|te|upgrade)$/;

function headersOf({ observed, replayData }: RequestStep): Record<string, string> {
  const { authorization, contentType, userAgent } = observed;
  const all: IncomingHttpHeaders = { ...replayData?.headers, 'content-type': contentType, 'user-agent': userAgent };
  const entries = Object.entries(all).filter(([name]) => !ofConnection.test(name) && name !== 'authorization');
  const headers = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]));
  return Object.fromEntries([...(authorization === undefined ? [] : [authorizationOf(authorization)]), ...headers]);
}

/** Basic authentication in plain text, where a key can be replaced. */
function authorizationOf(header: string): readonly [string, string] {
  const [, token] = /^Basic +(\S+)$/i.exec(header) ?? [];
  return ['authorization', token === undefined ? header : `Basic ${Buffer.from(token, 'base64').toString()}`];
}

export function bundledControl(step: ControlStep, { secrets }: BundleTools): BundledControl {
  const { line: call, at, lasted, error } = step;
  secrets.collect(step.input);
  // In the form of JSON: a file of a form is its name and its content.
  const input = JSON.parse(JSON.stringify(step.input, uploadAsJson)) as BundledControl['input'];
  return { kind: 'control', at: timeText(at), ended_at: timeText(at + lasted), call, input, error };
}

function uploadAsJson(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('bytes' in value && 'filename' in value)) return value;
  const { filename, type, bytes } = value as { filename: string; type?: string; bytes: Uint8Array };
  return { filename, ...(type !== undefined && { type }), base64: Buffer.from(bytes).toString('base64') };
}

export const bundledProgress = ({ name, at }: Progress): BundledProgress => ({
  kind: 'progress',
  at: timeText(at),
  name,
});

/** The latest attempt of a delivery. `tokens` are those that the account has had. */
export function bundledWebhook(
  { id, faxEvent, url, state, attempts }: Delivery,
  tokens: readonly string[],
): BundledWebhook | undefined {
  const attempt = attempts.at(-1);
  if (attempt === undefined) return undefined;
  const { at, fields, files, signature, answer, failure, rule } = attempt;
  const isRight = tokens.some((token) => sign(token, { url: url ?? '', fields, files }).value === signature?.value);
  return {
    kind: 'webhook',
    at: timeText(at),
    delivery: id,
    attempt: attempts.length,
    state,
    event: faxEvent.event,
    fax_id: faxEvent.faxId,
    url,
    fields: { ...fields },
    files: files.map(({ name, filename, bytes, sha1 }) => ({ name, filename, bytes, sha1 })),
    signature: signature === null ? 'none' : isRight ? 'right' : 'wrong',
    answer: answer && { ...answer },
    failure,
    rule,
  };
}
