import { pluralize } from '../../model/shared/words.ts';
import { signaturesIn } from '../../model/shared/signatures-in.ts';

const charactersMax = 2000;
/** UTF-8 needs at most four bytes for a UTF-16 code unit. */
const beginningBytes = 4 * charactersMax;

/** The number of characters before a digest, which may tell whether the program computed it or got it. */
const contextLength = 40;
const digestsMax = 4;

/** The body of an answer to a webhook, as it is kept: the beginning, and the digests of the rest, which explain a refusal. */
export class KeptAnswer {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #beginning = '';

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    if (this.#bytes < beginningBytes) {
      const start = Buffer.concat(this.#chunks).subarray(0, beginningBytes);
      this.#beginning = start.toString().slice(0, charactersMax);
    }
    this.#bytes += chunk.length;
  }

  /** The first 2,000 characters. */
  get beginning(): string {
    return this.#beginning;
  }

  /** The beginning. A last line says how much is left out, and quotes the digests in it. */
  get text(): string {
    const whole = Buffer.concat(this.#chunks).toString();
    const left = whole.length - this.#beginning.length;
    if (left <= 0) return this.#beginning;
    const quotes = signaturesIn(whole)
      .filter((digest) => !this.#beginning.includes(digest))
      .slice(0, digestsMax)
      .map((digest) => quoteOf(digest, whole));
    const found = quotes.length === 0 ? '' : `, among them: ${quotes.join(' … ')}`;
    return `${this.#beginning}\n… ${pluralize(left, 'more character')} not kept${found}`;
  }
}

/** A digest with the words before it, on one line. */
function quoteOf(digest: string, text: string): string {
  const at = text.indexOf(digest);
  return at < 0 ? digest : text.slice(Math.max(0, at - contextLength), at + digest.length).replaceAll(/\s+/g, ' ');
}
