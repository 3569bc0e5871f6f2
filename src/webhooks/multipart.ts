import type { WebhookFile, WebhookForm } from '../wire/webhooks/form.ts';
import { sha1Of } from './signature.ts';

/** The body of a post, in pieces that are sent one after the other. */
export interface MultipartBody {
  readonly type: string;
  readonly chunks: readonly Uint8Array[];
}

/** Writes a form as multipart/form-data, fields first. The boundary depends on the content alone. */
export function writeMultipart({ fields, files }: WebhookForm): MultipartBody {
  const parts = [
    ...Object.entries(fields).map(([name, value]) => [textHead(name), Buffer.from(value)] as const),
    ...files.map((file) => [fileHead(file), file.bytes] as const),
  ];
  // A text cannot contain a hash of itself.
  const boundary = `faxsim-${sha1Of(Buffer.from(parts.map(([head, content]) => head + sha1Of(content)).join('')))}`;
  const chunks = parts.flatMap(([head, content]) => [
    Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    chunks: [...chunks, Buffer.from(`--${boundary}--\r\n`)],
  };
}

const textHead = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const fileHead = ({ name, filename, type }: WebhookFile): string =>
  `${textHead(name)}; filename="${filename}"\r\nContent-Type: ${type}`;
