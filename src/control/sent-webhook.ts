import * as v from 'valibot';
import { hidden } from '../model/shared/userinfo.ts';
import type { Delivery, WebhookAttempt } from '../model/domain/webhook.ts';
import { sentMessage } from '../service/webhooks/sent-message.ts';
import { withoutCredentials } from '../worlds/journal/redaction.ts';
import type { World } from '../worlds/world.ts';
import { hideInText } from './hidden-credentials.ts';

/** An attempt as it was sent. */
export const sentShape = v.strictObject({
  /** `POST /hook HTTP/1.1`. */
  request_line: v.string(),
  /** In the order of the wire. */
  headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  /** False if no connection took the request, so that its head is only the usual one. */
  is_recorded: v.boolean(),
  /** Text of the body. In a multipart body, the size of a file stands in place of its bytes. */
  body: v.string(),
  body_bytes: v.number(),
});

export async function sentWebhook(
  world: World,
  delivery: Delivery,
  attempt: WebhookAttempt,
): Promise<v.InferOutput<typeof sentShape>> {
  const { head, isRecorded, chunks, files } = await sentMessage(world, delivery, attempt);
  const [requestLine = '', ...lines] = head.trimEnd().split('\r\n');
  const url = delivery.url ?? '';
  const safeUrl = withoutCredentials(url);
  const texts = chunks.map((chunk) => {
    const file = files.find((one) => one.bytes === chunk);
    return file === undefined ? Buffer.from(chunk).toString() : `(${chunk.length} bytes of ${file.type})`;
  });
  return {
    request_line: safeUrl === url ? requestLine : `POST ${targetOf(safeUrl)} HTTP/1.1`,
    headers: lines.map(readHeader),
    is_recorded: isRecorded,
    body: withHiddenFields(texts.join(''), attempt),
    body_bytes: chunks.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Path and query of a URL, as they are written. */
const targetOf = (url: string): string => url.replace(/^\w+:\/\/[^/?#]*\/?/, '/').replace(/#.*/, '');

function readHeader(line: string) {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon);
  return { name, value: name === 'Authorization' ? `Basic ${hidden}` : line.slice(colon + 1).trimStart() };
}

/** The bytes of an attempt on the wire, head and body, with all credentials. */
export async function sentBytes(world: World, delivery: Delivery, attempt: WebhookAttempt): Promise<Uint8Array> {
  const { head, chunks } = await sentMessage(world, delivery, attempt);
  return Buffer.concat([Buffer.from(head, 'latin1'), ...chunks]);
}

/** The body without credentials in URLs. Each field of a multipart body is hidden as in the delivery log. */
function withHiddenFields(body: string, { fields }: WebhookAttempt): string {
  const texts = Object.values(fields).map((text) => [text, hideInText(text)] as const);
  return texts.reduce((all, [text, safe]) => (text === safe ? all : all.replaceAll(text, () => safe)), body);
}
