import type { Conversion, Documents, Input } from '../../documents/documents.ts';
import { faxErrorById } from '../../model/domain/fax-error.ts';
import type { Errand } from '../../model/domain/errands.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import type { CoverPage } from '../../model/domain/sinch-service.ts';
import type { Fax, Source } from '../../model/domain/fax.ts';
import { ConcurrencyLimit } from '../../model/domain/concurrency-limit.ts';
import { Refusal, SimulatorFault } from '../../model/domain/refusal.ts';
import type { RefusalKind } from '../../model/domain/refusal.ts';
import { errorText } from '../../model/shared/errors.ts';
import { BoundedMap } from '../../model/shared/objects.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import type { FetchedPage, ContentRequest } from '../network/page-fetcher.ts';
import { undrawn } from './stored-documents.ts';

/** The document made of a fax's sources, stored as a blob; or the service's error if the conversion failed. */
export type ConversionResult = ({ readonly blob: string; readonly pages: number } | { readonly error: FaxError }) & {
  /** The content of its URLs, in the order in which they were fetched. */
  readonly fetched: readonly FetchedContent[];
};

export interface FetchedContent {
  readonly url: string;
  readonly page: FetchedPage;
}

type ConvertedFax = Pick<Fax, 'id' | 'sources'>;

/** Whether a part of the document comes from a URL. */
const isFetched = ({ sources }: ConvertedFax): boolean => sources.some(({ kind }) => kind === 'url');

/** Fetches the content of a content URL. */
export type FetchPage = (request: ContentRequest) => FetchedPage | Promise<FetchedPage>;

const knownMax = 100;

/** Limit for parallel conversions: each has its sources in memory, which may be 20 MB or more. */
const atOnceMax = 4;

interface Needs {
  readonly blobs: SweptBlobs;
  readonly documents: Documents;
  readonly fetchPage: FetchPage;
}

/** Converts the sources of faxes to documents. Equal sources are converted once, however many faxes use them. */
export class Conversions {
  readonly #needs: Needs;
  readonly #limit = new ConcurrencyLimit({ overall: atOnceMax });
  /** Results by the JSON of their sources. */
  readonly #known = new BoundedMap<string, Promise<ConversionResult>>(knownMax);

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /**
   * Converts the sources of a fax; `errand` waits for the content of its URLs. Call it within `SweptBlobs.use`, so that the document
   * stays until a record names it.
   */
  convert(fax: ConvertedFax, cover?: CoverSheet, errand?: Errand): Promise<ConversionResult> {
    // The content of a URL can change, so its result is not reused.
    return isFetched(fax) ? this.#fetchAndConvert(fax, cover, errand) : this.#convertOnce(fax, cover);
  }

  /** The pages of a fax, counted without a change before its conversion; undefined while they are unknown, as for a URL. */
  async pagesOf(
    fax: ConvertedFax & Pick<Fax, 'documentPages' | 'pages'>,
    cover?: CoverSheet,
  ): Promise<number | undefined> {
    const { sources, documentPages, pages } = fax;
    if (documentPages > 0 || sources.length === 0) return Math.max(documentPages, pages) || undefined;
    if (isFetched(fax)) return undefined;
    const conversion = await this.#needs.blobs.use(() => this.convert(fax, cover));
    return 'error' in conversion ? undefined : conversion.pages;
  }

  async #convertOnce(fax: ConvertedFax, cover: CoverSheet | undefined): Promise<ConversionResult> {
    const key = JSON.stringify([fax.sources, cover?.page.id, cover?.values]);
    const known = this.#known.get(key);
    if (known !== undefined) {
      const kept = await known;
      if (!('blob' in kept) || (await this.#needs.blobs.has(kept.blob))) return kept;
    }
    const converting = this.#begin(fax, cover);
    this.#known.set(key, converting);
    converting.catch(() => this.#known.delete(key));
    return converting;
  }

  #begin(
    fax: ConvertedFax,
    cover: CoverSheet | undefined,
    fetched: readonly FetchedContent[] = [],
  ): Promise<ConversionResult> {
    return this.#limit.run('', () => this.#convert(fax, cover, fetched));
  }

  /** Fetches the content before the conversion enters the limit, so a server that never answers delays no other conversion. */
  async #fetchAndConvert(
    fax: ConvertedFax,
    cover: CoverSheet | undefined,
    errand: Errand | undefined,
  ): Promise<ConversionResult> {
    const fetched: FetchedContent[] = [];
    for (const source of fax.sources) {
      if (source.kind !== 'url') continue;
      const { url } = source;
      const answer = this.#needs.fetchPage({ url, faxId: fax.id });
      const page = await (answer instanceof Promise && errand !== undefined ? errand.waitFor(answer) : answer);
      fetched.push({ url, page });
      if ('errorId' in page) return { error: errorWith(page.errorId), fetched };
    }
    return this.#begin(fax, cover, fetched);
  }

  async #convert(
    { sources }: ConvertedFax,
    cover: CoverSheet | undefined,
    fetched: readonly FetchedContent[],
  ): Promise<ConversionResult> {
    const { documents, blobs } = this.#needs;
    const inputs: Input[] = [];
    const contents = fetched.values();
    for (const source of sources) {
      const page = source.kind === 'url' ? contents.next().value?.page : undefined;
      if (page !== undefined && !('errorId' in page)) inputs.push(page);
      if (source.kind !== 'url') inputs.push(await this.#read(source));
    }
    const waiting = cover === undefined ? undrawn(inputs) : undefined;
    if (waiting !== undefined) return { blob: await blobs.put(waiting), pages: inputs.length, fetched };
    const result = await documents.convert(inputs);
    if (!result.ok) return { error: errorWith(result.errorId), fetched };
    const whole = cover === undefined ? result : await withCover(documents, result, cover);
    if (!whole.ok) return { error: errorWith(whole.errorId), fetched };
    return { blob: await blobs.put(whole.pdf), pages: whole.pages, fetched };
  }

  async #read(source: Exclude<Source, { kind: 'url' }>): Promise<Input> {
    const bytes = await this.#needs.blobs.get(source.blob);
    if (bytes === undefined) throw new SimulatorFault(`the file of an upload is gone: ${source.blob}`);
    if (source.kind !== 'file') return { kind: source.kind, text: Buffer.from(bytes).toString() };
    return { kind: 'file', filename: source.filename, type: source.type, bytes };
  }
}

/** A cover page with the values of its tags, except for the number of pages. */
export interface CoverSheet {
  readonly page: CoverPage;
  readonly values: Readonly<Record<string, string>>;
}

/** Puts the cover page before the document. It counts as pages of the fax (assumed). */
async function withCover(
  documents: Documents,
  { pdf, pages }: { readonly pdf: Uint8Array; readonly pages: number },
  { page, values }: CoverSheet,
): Promise<Conversion> {
  const file = (filename: string, bytes: Uint8Array) =>
    ({ kind: 'file', filename, type: 'application/pdf', bytes }) as const;
  const blank = Buffer.from(page.content, 'base64');
  const alone = await documents.convert([file('cover.pdf', blank)]);
  if (!alone.ok) return alone;
  const filled = await documents.fillTags(alone.pdf, { ...values, pageCount: String(alone.pages + pages) });
  return documents.convert([file('cover.pdf', filled), file('fax.pdf', pdf)]);
}

const generalProblem = 4;

function errorWith(id: number): FaxError {
  const error = faxErrorById(id) ?? faxErrorById(generalProblem);
  if (error === undefined) throw new Error(`the service has no error ${id}`);
  return error;
}

/** A file that came with a request and is not stored yet. */
export interface UploadedFile {
  readonly filename: string;
  /** The media type that the client declares. */
  readonly type: string | undefined;
  readonly bytes: Uint8Array;
}

/** Returns the result of work on a document. If the work fails, throws a refusal with the reason. */
export const orRefuse = <T>(work: Promise<T>, kind: RefusalKind, what: string): Promise<T> =>
  work.catch((error: unknown) => {
    throw new Refusal(kind, `${what}: ${documentErrorText(error)}`);
  });

/** Converts an uploaded file to PDF. Throws `invalid` if that fails: `The file a.doc ${failure}: …`. */
export async function convertUpload(
  { documents }: { readonly documents: Documents },
  { filename, type = null, bytes }: Omit<UploadedFile, 'type'> & { readonly type?: string | null | undefined },
  failure: string,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const converted = await documents.convert([{ kind: 'file', filename, type, bytes }]);
  if (!converted.ok) throw new Refusal('invalid', `The file ${filename} ${failure}: ${converted.reason}`);
  return converted;
}

/**
 * The reason why work on a document failed. Rethrows a refusal, whose cause is not the document: a deleted world, a
 * simulator fault.
 */
export function documentErrorText(error: unknown): string {
  if (error instanceof Refusal) throw error;
  return errorText(error);
}
