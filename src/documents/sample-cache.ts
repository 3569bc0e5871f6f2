import type { Documents } from './documents.ts';

/** Documents that keep the samples drawn last, up to so many bytes. A sample depends on its facts alone. */
export function withSampleCache<D extends Documents>(documents: D, mostBytes = 32 * 2 ** 20): D {
  return { ...documents, ...cacheSamples(documents, new SampleCache(mostBytes)) };
}

function cacheSamples(documents: Documents, samples: SampleCache): Pick<Documents, 'sample' | 'until'> {
  return {
    sample: async (facts) => {
      const key = JSON.stringify(facts);
      const cached = samples.get(key);
      if (cached !== undefined) return cached;
      const sample = await documents.sample(facts);
      samples.put(key, sample);
      return sample;
    },
    until: (signal) => {
      const further = documents.until(signal);
      return { ...further, ...cacheSamples(further, samples) };
    },
  };
}

class SampleCache {
  readonly #mostBytes: number;
  /** The one used last at the end. */
  readonly #samples = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(key: string): Uint8Array | undefined {
    const cached = this.#samples.get(key);
    if (cached === undefined) return undefined;
    this.#samples.delete(key);
    this.#samples.set(key, cached);
    return cached;
  }

  put(key: string, sample: Uint8Array): void {
    this.#bytes += sample.length - (this.#samples.get(key)?.length ?? 0);
    this.#samples.delete(key);
    this.#samples.set(key, sample);
    for (const [oldest, { length }] of this.#samples) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#samples.delete(oldest);
      this.#bytes -= length;
    }
  }
}
