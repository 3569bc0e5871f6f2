import type { Credentials } from '../domain/credentials.ts';
import { actionableHeadersIn } from '../journal/actionable-headers.ts';
import { readBody, sendRequest } from '../network/http-exchange.ts';
import type { Bundle, BundledRequest } from './bundle.ts';
import { placeholders } from './secrets.ts';

/** Where, and as whose, a bundle's requests are sent. */
export interface Target {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
}

export interface ReplayedResponse {
  readonly status: number;
  readonly type: string | null;
  /** Those that clients act on. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Whether the bundle has all of a request. */
export const isWhole = ({ body, is_body_left_out: isLeftOut }: BundledRequest, { files }: Bundle): boolean =>
  !isLeftOut && (body ?? []).every((piece) => typeof piece === 'string' || Object.hasOwn(files, piece.file));

/** Sends a request of a bundle again. Rejects with node's error where no whole answer comes. */
export async function sendAgain(
  step: BundledRequest,
  bundle: Bundle,
  { baseUrl, credentials }: Target,
): Promise<ReplayedResponse> {
  const fill = (text: string): string => withKeys(text, credentials);
  const body = step.body?.map((piece) =>
    typeof piece === 'string' ? Buffer.from(fill(piece)) : Buffer.from(bundle.files[piece.file] ?? '', 'base64'),
  );
  const bytes = body && Buffer.concat(body);
  const response = await sendRequest({
    method: step.method,
    url: new URL(`${baseUrl}${fill(step.url)}`),
    headers: {
      ...Object.fromEntries(Object.entries(step.headers).map(([name, text]) => [name, headerOf(name, fill(text))])),
      ...(bytes !== undefined && { 'content-length': String(bytes.length) }),
    },
    chunks: bytes === undefined ? [] : [bytes],
  });
  const chunks: Buffer[] = [];
  await readBody(response, Infinity, (chunk) => chunks.push(chunk));
  const { statusCode: status = 0, headers: received } = response;
  const headers = actionableHeadersIn((name) => received[name]?.toString());
  return { status, type: received['content-type'] ?? null, headers, body: Buffer.concat(chunks) };
}

/** Basic authentication stands in a bundle in plain text. */
function headerOf(name: string, text: string): string {
  const [, pair] = name === 'authorization' ? (/^Basic (.*:.*)$/s.exec(text) ?? []) : [];
  return pair === undefined ? text : `Basic ${Buffer.from(pair).toString('base64')}`;
}

function withKeys(text: string, credentials: Credentials): string {
  return (['live', 'test'] as const).reduce(
    (filled, mode) =>
      filled
        .replaceAll(placeholders[mode].key, credentials[mode].key)
        .replaceAll(placeholders[mode].secret, credentials[mode].secret),
    text,
  );
}
