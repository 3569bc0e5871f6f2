import type { FoundBarcode } from '../../documents/documents.ts';
import type { Barcode } from '../../model/domain/fax.ts';
import { drawIdentifier } from '../../model/domain/phax-code.ts';
import type { HostedDocument, PhaxCode } from '../../model/domain/phax-code.ts';
import { Refusal } from '../../model/domain/refusal.ts';
import { labels } from '../../store/memory/labels.ts';
import type { Label } from '../../store/memory/labels.ts';
import { convertUpload, orRefuse } from './conversions.ts';
import type { UploadedFile } from './conversions.ts';
import type { OperationContext } from './operation-context.ts';
import { currentSecond } from '../../model/domain/clock.ts';
import { orNotFound } from './missing-records.ts';
import type { Stored } from './commits.ts';

/** Codes that the disk has not stored yet. */
const pendingCommits = new WeakMap<PhaxCode, Promise<PhaxCode>>();

/**
 * Returns the PhaxCode with this metadata, and makes it if there is none. Without metadata, it always makes a new one
 * (assumed). Source: recorded, the same metadata returns the same identifier.
 */
export function createPhaxCode(
  context: OperationContext,
  { metadata = null }: { metadata?: string | null | undefined },
): Stored<PhaxCode> {
  const known = metadata === null ? undefined : find(context, labels.metadata(metadata));
  return known ?? add(context, { metadata, isDefault: false });
}

/** Throws `not_found`. */
export function getPhaxCode({ store }: OperationContext, { identifier }: { identifier: string }): PhaxCode {
  return orNotFound(store.phaxCodes.get(identifier));
}

/** The default PhaxCode of the account. The data directory of an earlier faxsim has none until its first read. */
export function getDefaultPhaxCode(context: OperationContext): Stored<PhaxCode> {
  return find(context, labels.default) ?? add(context, { metadata: null, isDefault: true });
}

/** A barcode of a received document, with its PhaxCode if it has one. The names of the types are assumed. */
export function recognize({ store }: Pick<OperationContext, 'store'>, found: FoundBarcode): Barcode {
  const code = found.type === 'Code128' ? store.phaxCodes.get(found.value) : undefined;
  if (code === undefined) return { ...found, identifier: null, metadata: null };
  return { ...found, type: 'PhaxCode', identifier: code.identifier, metadata: code.metadata };
}

function find({ store }: OperationContext, label: Label): Stored<PhaxCode> | undefined {
  const [code] = store.phaxCodes.find({ labels: [label] }).slice(0, 1);
  return code && (pendingCommits.get(code) ?? code);
}

function add(context: OperationContext, content: Pick<PhaxCode, 'metadata' | 'isDefault'>): Stored<PhaxCode> {
  const { store } = context;
  const code: PhaxCode = {
    ...content,
    identifier: freeIdentifier(context, content),
    createdAt: currentSecond(context),
  };
  const commit = store.commit(() => {
    store.phaxCodes.put(code);
    return code;
  });
  if (commit instanceof Promise) {
    const done = () => pendingCommits.delete(code);
    pendingCommits.set(code, commit);
    commit.then(done, done);
  }
  return commit;
}

/** Draws an unused identifier. It depends on the metadata, if there are any, so all worlds with the same seed agree on it. */
function freeIdentifier(
  { store, seed }: OperationContext,
  { metadata, isDefault }: Pick<PhaxCode, 'metadata' | 'isDefault'>,
) {
  const of = isDefault ? 'default' : metadata === null ? store.phaxCodes.size : `of ${metadata}`;
  for (let attempt = 0; ; attempt++) {
    const identifier = drawIdentifier(seed, of, attempt);
    if (store.phaxCodes.get(identifier) === undefined) return identifier;
  }
}

/** The drawn pictures; a code never changes. */
const pictures = new WeakMap<PhaxCode, Promise<Uint8Array>>();

/** A PhaxCode as PNG. */
export function pictureOf(context: Pick<OperationContext, 'documents'>, code: PhaxCode): Promise<Uint8Array> {
  const known = pictures.get(code);
  if (known !== undefined) {
    return known.catch((error: unknown) => {
      // Worlds share codes. The world that began the drawing may have ended, so this world draws it again.
      if (error instanceof Refusal) return pictureOf(context, code);
      throw error;
    });
  }
  const drawing = context.documents.drawPhaxCode(code.identifier);
  pictures.set(code, drawing);
  drawing.catch(() => pictures.delete(code));
  return drawing;
}

interface Attachment {
  readonly file: UploadedFile;
  /** Position of the code, in points from the lower left corner of the page. */
  readonly x: number;
  readonly y: number;
  /** Counted from 1. */
  readonly page: number;
  readonly metadata?: string | undefined;
}

/**
 * Returns a file as PDF with a PhaxCode printed on it. Throws `invalid` for a file that cannot be faxed, or a position
 * outside of the page.
 */
export async function attachPhaxCodeToPdf(context: OperationContext, { file, metadata, ...place }: Attachment) {
  const converted = await convertUpload(context, file, 'cannot be read');
  if (place.page > converted.pages) {
    throw new Refusal('invalid', `page_number must be ${pagesOf(converted)}, got "${place.page}"`, {
      field: 'page_number',
    });
  }
  const { identifier } = await codeFor(context, metadata);
  const printing = context.documents.printPhaxCode(converted.pdf, identifier, place);
  return orRefuse(printing, 'invalid', `The PhaxCode cannot be put at ${place.x}, ${place.y}`);
}

const pagesOf = ({ pages }: { readonly pages: number }): string =>
  pages === 1 ? '1, the only page of the file' : `from 1 to ${pages}, the pages of the file`;

/** Position beside the title, in points. */
const corner = { x: 374, y: 712, page: 1 };

/** A hosted document with a PhaxCode on it, as PDF. */
export async function getHostedDocument(
  context: OperationContext,
  { hosted, metadata }: { hosted: HostedDocument; metadata?: string | undefined },
): Promise<Uint8Array> {
  const { identifier } = await codeFor(context, metadata);
  const { title, lines } = hosted;
  const pdf = await context.documents.placeholder({ title, lines, pages: 1 });
  return context.documents.printPhaxCode(pdf, identifier, corner);
}

/**
 * The code with the metadata, or the account's default. Source: the README of the v1 Node client, on hosted
 * documents.
 */
function codeFor(context: OperationContext, metadata: string | undefined): Stored<PhaxCode> {
  return metadata === undefined ? getDefaultPhaxCode(context) : createPhaxCode(context, { metadata });
}
