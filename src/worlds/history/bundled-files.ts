import { blobName } from '../../store/memory/swept-blobs.ts';
import type { Piece } from './bundle.ts';

/** A shorter text stands in the body itself. */
const longestText = 4096;

/** The files of a bundle, each once, up to so many bytes together. */
export class BundledFiles {
  readonly #most: number;
  readonly #files = new Map<string, Uint8Array>();
  readonly #leftOut = new Set<string>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#most = mostBytes;
  }

  /** In base64, by their SHA-256. */
  get contents(): Readonly<Record<string, string>> {
    return Object.fromEntries([...this.#files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]));
  }

  /** How many did not fit in. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** The bytes as a piece of a body: a text if they are a short one, else a file. */
  piece(bytes: Uint8Array): Piece {
    const text = bytes.length <= longestText ? textOf(bytes) : undefined;
    return text ?? { file: this.#add(bytes) };
  }

  #add(bytes: Uint8Array): string {
    const name = blobName(bytes);
    if (this.#files.has(name)) return name;
    if (this.#bytes + bytes.length > this.#most) {
      this.#leftOut.add(name);
      return name;
    }
    this.#files.set(name, bytes);
    this.#bytes += bytes.length;
    return name;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined: they are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
