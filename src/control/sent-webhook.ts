import * as v from 'valibot';
import type { Delivery, WebhookAttempt } from '../model/domain/webhook.ts';
import { sentBody } from '../service/webhooks/sent-body.ts';
import type { World } from '../worlds/world.ts';
import { hideInText } from './hidden-credentials.ts';

/** An attempt as it was sent. */
export const sentShape = v.strictObject({
  headers: v.array(v.strictObject({ name: v.string(), value: v.string() })),
  /** Text of the body. In a multipart body, the size of a file stands in place of its bytes. */
  body: v.string(),
  body_bytes: v.number(),
});

export async function sentWebhook(
  world: World,
  delivery: Delivery,
  attempt: WebhookAttempt,
): Promise<v.InferOutput<typeof sentShape>> {
  const { type, chunks, files } = await sentBody(world, delivery, attempt);
  const bytes = chunks.reduce((sum, { length }) => sum + length, 0);
  const { signature } = attempt;
  const texts = chunks.map((chunk) => {
    const file = files.find((one) => one.bytes === chunk);
    return file === undefined ? Buffer.from(chunk).toString() : `(${chunk.length} bytes of ${file.type})`;
  });
  return {
    headers: [
      { name: 'Content-Type', value: type },
      ...(signature === null ? [] : [{ name: 'X-Phaxio-Signature', value: signature.value }]),
      { name: 'Content-Length', value: String(bytes) },
    ],
    body: withHiddenFields(texts.join(''), attempt),
    body_bytes: bytes,
  };
}

/** The body without credentials in URLs. Each field of a multipart body is hidden as in the delivery log. */
function withHiddenFields(body: string, { fields }: WebhookAttempt): string {
  const texts = Object.values(fields).map((text) => [text, hideInText(text)] as const);
  return texts.reduce((all, [text, safe]) => (text === safe ? all : all.replaceAll(text, () => safe)), body);
}
