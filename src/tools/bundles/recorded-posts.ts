import type { Post, PostResult } from '../../service/webhooks/post.ts';
import type { Bundle } from '../../worlds/history/bundle.ts';

/** Answers webhooks as a bundle says that they were answered, and sends nothing. */
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

/** Rejects as the signal says. */
const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
