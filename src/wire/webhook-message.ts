import type { Fax } from '../model/domain/fax.ts';
import type { Project } from '../model/domain/project.ts';
import type { FaxEvent, WebhookEvent } from '../model/domain/webhook.ts';
import type { WebhookAttempt } from '../model/domain/webhook.ts';
import { sha1Of } from '../model/shared/sha1.ts';

/** A file of a webhook. */
export interface WebhookFile {
  /** The name of the file's part in the form, such as `file`. */
  readonly name: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The content of a webhook in any format: its texts and its files, in the order in which they are sent. */
export interface WebhookForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly WebhookFile[];
}

type ShownContent = Pick<WebhookAttempt, 'fields' | 'files'>;

/** A webhook as its format writes it, before it is encoded. */
export interface WebhookMessage {
  /** The content in the form of the delivery log, which has only size and hash of a file. */
  readonly shown: ShownContent;
  /** Writes the text that a signature covers after the URL; null if the format has no signature. */
  readonly signable: (() => string) | null;
  /** Writes the body, which is only needed if the attempt is posted. */
  readonly encode: () => EncodedBody;
}

export interface EncodedBody {
  /** The header Content-Type. */
  readonly type: string;
  /** The bytes, in pieces. */
  readonly chunks: readonly Uint8Array[];
}

/** The subject of a webhook. */
export interface WebhookSubject {
  readonly event: FaxEvent;
  readonly fax: Fax;
  /** The position of the recipient that v3 shows. Default: 0, since a fax that v3 sent has no other. */
  readonly index?: number;
  /** The PDF of the fax; undefined for a webhook without a document. */
  readonly document?: Uint8Array | undefined;
  /** The project in which v3 shows the fax. */
  readonly project: Project;
}

/** Edits the content before it is written, as a redelivery and the faults of scenarios do. */
export type EditForm = (form: WebhookForm) => WebhookForm;

/** A format of webhooks. A new format needs a new writer. */
export interface WebhookWriter {
  readonly events: readonly WebhookEvent[];
  /** Whether the message contains the document of this fax. */
  readonly hasDocument: (fax: Fax) => boolean;
  readonly write: (subject: WebhookSubject, edit?: EditForm) => WebhookMessage;
}

/** Writes the content as multipart/form-data with a signature over fields and files: the message of every Phaxio version. */
export function signedMultipart(form: WebhookForm): WebhookMessage {
  const shown = shownContent(form);
  return { shown, signable: () => signableText(shown), encode: () => writeMultipart(form) };
}

export function shownContent({ fields, files }: WebhookForm): ShownContent {
  return {
    fields,
    files: files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length, sha1: sha1Of(bytes) })),
  };
}

/** The parts of a message that a signature covers. */
export interface SignedContent {
  readonly fields: Readonly<Record<string, string>>;
  /** The files, each as the name of its part and the SHA-1 of its bytes in hex. */
  readonly files: readonly { readonly name: string; readonly sha1: string }[];
}

/**
 * The fields sorted by name, then the hashes of the files sorted by name, without delimiters. Source: the reference's
 * page on security; the official Ruby client checks the same.
 */
export function signableText({ fields, files }: SignedContent): string {
  const hashes = files.map(({ name, sha1 }) => [name, sha1] as const);
  return [...inOrder(Object.entries(fields)), ...inOrder(hashes)].join('');
}

function inOrder(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).flat();
}

/**
 * Writes the content as multipart/form-data in chunks, fields first. All texts between two files are one chunk. The
 * boundary depends only on the content.
 */
export function writeMultipart({ fields, files }: WebhookForm): EncodedBody {
  const texts = Object.entries(fields);
  let content = '';
  for (const [name, value] of texts) content += textHead(name) + value;
  for (const file of files) content += fileHead(file) + sha1Of(file.bytes);
  // No text can contain its own hash.
  const boundary = `faxsim-${sha1Of(content)}`;
  const chunks: Uint8Array[] = [];
  let text = '';
  for (const [name, value] of texts) text += `--${boundary}\r\n${textHead(name)}\r\n\r\n${value}\r\n`;
  for (const file of files) {
    chunks.push(Buffer.from(`${text}--${boundary}\r\n${fileHead(file)}\r\n\r\n`), file.bytes);
    text = '\r\n';
  }
  chunks.push(Buffer.from(`${text}--${boundary}--\r\n`));
  return { type: `multipart/form-data; boundary=${boundary}`, chunks };
}

const textHead = (name: string): string => `Content-Disposition: form-data; name="${name}"`;

const fileHead = ({ name, filename, type }: WebhookFile): string =>
  `${textHead(name)}; filename="${filename}"\r\nContent-Type: ${type}`;
