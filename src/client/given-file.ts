import { omitUndefined } from '../shared/objects.ts';

/** A file as a program has it; a Blob without a name is called `file`. */
export type GivenFile = Blob | Uint8Array;

/** The input of a call, with files in their JSON form: name, type, and content in base64. */
export async function withFiles(input: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const entries = Object.entries(omitUndefined(input));
  const encoded = entries.map(async ([name, value]) => [name, isFile(value) ? await fileBody(value) : value] as const);
  return Object.fromEntries(await Promise.all(encoded));
}

const isFile = (value: unknown): value is GivenFile => value instanceof Blob || value instanceof Uint8Array;

async function fileBody(file: GivenFile) {
  const bytes = file instanceof Blob ? new Uint8Array(await file.arrayBuffer()) : file;
  const type = file instanceof Blob && file.type !== '' ? { type: file.type } : {};
  return {
    filename: file instanceof File ? file.name : 'file',
    ...type,
    base64: Buffer.from(bytes).toString('base64'),
  };
}
