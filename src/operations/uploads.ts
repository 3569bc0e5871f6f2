import type { Documents } from '../documents/documents.ts';
import { Refusal } from '../domain/refusal.ts';
import { errorText } from '../shared/errors.ts';

/** A file that came with a request and is not stored yet. */
export interface UploadedFile {
  readonly filename: string;
  /** The media type that the client declares. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
}

/** An uploaded file as PDF. Throws `invalid` when it cannot be converted: `The file a.doc ${failure}: …`. */
export async function convertUpload(
  { documents }: { readonly documents: Documents },
  { filename, type = null, bytes }: Omit<UploadedFile, 'type'> & { readonly type?: string | null | undefined },
  failure: string,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const converted = await documents.convert([{ kind: 'file', filename, type, bytes }]);
  if (!converted.ok) throw new Refusal('invalid', `The file ${filename} ${failure}: ${converted.reason}`);
  return converted;
}

/** The reason of failed work on a document. Throws an error that no document causes: a deleted world, a simulator fault. */
export function documentErrorText(error: unknown): string {
  if (error instanceof Refusal) throw error;
  return errorText(error);
}
