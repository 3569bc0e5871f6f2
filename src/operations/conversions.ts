import type { Documents, Input } from '../documents/documents.ts';
import { faxErrorById } from '../domain/fax-error.ts';
import type { FaxError } from '../domain/fax-error.ts';
import { SimulatorFault } from '../domain/refusal.ts';
import type { Source } from '../domain/fax.ts';
import type { SweptBlobs } from '../store/swept-blobs.ts';
import { BoundedMap } from '../shared/bounded-map.ts';
import { ConcurrencyLimit } from '../domain/concurrency-limit.ts';

/** A document that sources were made into, kept as a blob; or the error of the service that says why they were not. */
export type ConversionResult = { readonly blob: string; readonly pages: number } | { readonly error: FaxError };

/** Fetches the content of a content URL, or gives the id of the service's error for it. */
export type FetchPage = (url: string) => Promise<Input | { readonly errorId: number }>;

const mostKnown = 100;

/** Each holds its sources in memory, which may be 20 MB and more. */
const mostAtOnce = 4;

interface Needs {
  readonly blobs: SweptBlobs;
  readonly documents: Documents;
  readonly fetchPage: FetchPage;
}

/** Makes documents out of the sources of faxes. The same sources are converted once, however many faxes have them. */
export class Conversions {
  readonly #needs: Needs;
  readonly #limit = new ConcurrencyLimit({ overall: mostAtOnce });
  /** By their sources. */
  readonly #known = new BoundedMap<string, Promise<ConversionResult>>(mostKnown);

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** To be called within `SweptBlobs.use`, so that the document stays until a record names it. */
  async convert(sources: readonly Source[]): Promise<ConversionResult> {
    const key = JSON.stringify(sources);
    const known = this.#known.get(key);
    if (known !== undefined && (await this.#isStored(await known))) return known;
    const converting = this.#limit.run('', () => this.#convert(sources));
    // The content behind a URL can change.
    if (sources.every(({ kind }) => kind !== 'url')) this.#known.set(key, converting);
    converting.catch(() => this.#known.delete(key));
    return converting;
  }

  async #isStored(result: ConversionResult): Promise<boolean> {
    return !('blob' in result) || this.#needs.blobs.has(result.blob);
  }

  async #convert(sources: readonly Source[]): Promise<ConversionResult> {
    const inputs: Input[] = [];
    for (const source of sources) {
      const input = await this.#read(source);
      if ('errorId' in input) return { error: errorWith(input.errorId) };
      inputs.push(input);
    }
    const result = await this.#needs.documents.convert(inputs);
    if (!result.ok) return { error: errorWith(result.errorId) };
    return { blob: await this.#needs.blobs.put(result.pdf), pages: result.pages };
  }

  async #read(source: Source): Promise<Input | { readonly errorId: number }> {
    if (source.kind === 'url') return this.#needs.fetchPage(source.url);
    const bytes = await this.#needs.blobs.get(source.blob);
    if (bytes === undefined) throw new SimulatorFault(`the file of an upload is gone: ${source.blob}`);
    if (source.kind !== 'file') return { kind: source.kind, text: Buffer.from(bytes).toString() };
    return { kind: 'file', filename: source.filename, type: source.type, bytes };
  }
}

const generalProblem = 4;

function errorWith(id: number): FaxError {
  const error = faxErrorById(id) ?? faxErrorById(generalProblem);
  if (error === undefined) throw new Error(`the service has no error ${id}`);
  return error;
}
