import type { Post, PostResult } from '../../service/webhooks/post.ts';
import { unreachable } from '../../service/network/page-fetcher.ts';
import type { FetchedPage, ContentRequest } from '../../service/network/page-fetcher.ts';
import type { Bundle, BundledFetch } from '../../worlds/history/bundle.ts';

/** Answers webhooks with the answers in a bundle, and sends nothing. */
export class RecordedPosts {
  readonly #answers = new Map<string, PostResult>();
  readonly #held = new Map<number, { readonly tellPosted: () => void; readonly released: Promise<void> }>();

  constructor({ steps }: Pick<Bundle, 'steps'>) {
    for (const step of steps) {
      if (step.kind !== 'webhook') continue;
      const { delivery, attempt, state, answer, failure } = step;
      this.#answers.set(`${delivery} ${attempt}`, { answer, failure, isRefused: state === 'refused', tookMs: 0 });
    }
  }

  readonly post: Post = async ({ delivery, attempt }, signal) => {
    const held = this.#held.get(delivery);
    if (held !== undefined) {
      held.tellPosted();
      await Promise.race([held.released, rejectOnAbort(signal)]);
    }
    return this.#answers.get(`${delivery} ${attempt}`) ?? unknown;
  };

  /** Holds back the answer to the next attempt of a delivery. `posted` settles once the webhook was posted. */
  hold(delivery: number) {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const posted = new Promise<void>((tellPosted) => this.#held.set(delivery, { tellPosted, released }));
    return {
      posted,
      release: (): void => {
        this.#held.delete(delivery);
        release();
      },
    };
  }
}

const failure = 'the bundle has no answer to it';
const unknown: PostResult = { answer: null, failure, isRefused: false, tookMs: 0 };

/** Rejects with the reason of the signal when it aborts. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

type FetchSource = Pick<Bundle, 'steps' | 'files'>;

/** Gives faxes the content of URLs from a bundle, and fetches nothing. */
export class RecordedPages {
  readonly #source: FetchSource;
  #left: BundledFetch[] = [];

  constructor(source: FetchSource) {
    this.#source = source;
    this.restart();
  }

  /** Starts again from the first fetch, for another world. */
  restart(): void {
    this.#left = this.#source.steps.filter((step) => step.kind === 'fetch');
  }

  readonly fetchPage = ({ faxId, url }: ContentRequest): Promise<FetchedPage> => {
    const at = this.#left.findIndex((step) => step.fax_id === faxId && step.url === url);
    const [fetched] = at < 0 ? [] : this.#left.splice(at, 1);
    return Promise.resolve(
      fetched === undefined ? unreachable('the bundle has no content of it') : this.#pageOf(fetched),
    );
  };

  #pageOf({ url, file, failure }: BundledFetch): FetchedPage {
    if (failure !== null) return { errorId: failure.error, reason: failure.reason };
    if (file === null) return { kind: 'url', url };
    const bytes = contentOf(file, this.#source.files);
    if (bytes === undefined) return unreachable('the bundle has not all of it');
    return { kind: 'file', filename: file.filename, type: file.type, bytes };
  }
}

function contentOf({ content }: NonNullable<BundledFetch['file']>, files: Bundle['files']): Buffer | undefined {
  if (content === null || typeof content === 'string') return content === null ? undefined : Buffer.from(content);
  const text = files[content.file];
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** The fetched content that a bundle lacks, in words. */
export const pagesLeftOut = ({ steps, files }: FetchSource): string[] =>
  steps.flatMap((step) => {
    if (step.kind !== 'fetch' || step.file === null || contentOf(step.file, files) !== undefined) return [];
    return [`content of ${step.url} for fax ${step.fax_id}: the bundle has not all of it`];
  });
