import type { Conversion, Documents, Input } from '../../src/documents/documents.ts';

/**
 * Documents that are plain text, a page for each form feed, so that tests of a fax's life need no PDFs. A file named
 * `error-NNN…` cannot be converted, with that error. Barcodes are words such as `Code128:VALUE`.
 */
export function plainDocuments(): Documents {
  const decoder = new TextDecoder();
  const textOf = (pdf: Uint8Array): string => decoder.decode(pdf);
  const pagesOf = (text: string): string[] => text.split('\f');
  return {
    convert: (inputs) => Promise.resolve(convert(inputs, textOf)),
    stampHeader: (pdf, { text, from, to }) => {
      const stamped = pagesOf(textOf(pdf)).map((page) => `[${text} ${from} ${to}] ${page}`);
      return Promise.resolve(Buffer.from(stamped.join('\f')));
    },
    thumbnail: (pdf, size) => Promise.resolve(Buffer.from(`${size} of ${pagesOf(textOf(pdf))[0] ?? ''}`)),
    pagePicture: (pdf, page, width, header) => {
      const text = pagesOf(textOf(pdf))[page - 1];
      return text === undefined
        ? Promise.reject(new Error(`there is no page ${page}`))
        : Promise.resolve(Buffer.from(`PNG of ${width}: ${header === undefined ? '' : `[${header.text}] `}${text}`));
    },
    pageTexts: (pdf) => Promise.resolve(pagesOf(textOf(pdf))),
    fillTags: (pdf, values) =>
      Promise.resolve(
        Buffer.from(textOf(pdf).replaceAll(/\{\{(\w+)\}\}/g, (_tag, name: string) => values[name] ?? '')),
      ),
    findBarcodes: (pdf) =>
      Promise.resolve(
        pagesOf(textOf(pdf)).flatMap((page, index) =>
          [...page.matchAll(/Code128:([\w-]+)/g)].map(([, value = '']) => ({
            type: 'Code128' as const,
            page: index + 1,
            value,
          })),
        ),
      ),
    placeholder: ({ title, pages }) => Promise.resolve(Buffer.from(Array(pages).fill(title).join('\f'))),
    sample: ({ id, pages }) => Promise.resolve(Buffer.from(Array(pages).fill(`Fax ${id}`).join('\f'))),
    drawPhaxCode: (identifier) => Promise.resolve(Buffer.from(`PNG of ${identifier}`)),
    printPhaxCode: (pdf, identifier, { page, x, y }) => {
      const printed = pagesOf(textOf(pdf)).map((text, index) =>
        index === page - 1 ? `${text} Code128:${identifier} at ${x}, ${y}` : text,
      );
      return x > 612
        ? Promise.reject(new Error(`page ${page} is only 612 × 792 points large`))
        : Promise.resolve(Buffer.from(printed.join('\f')));
    },
    until() {
      return this;
    },
  };
}

/** Documents of which none is ever done: all that is asked of them waits until it is broken off. */
export class EndlessDocuments {
  readonly #asked: (() => void)[] = [];

  /** Resolves when something is asked next. */
  get asked(): Promise<void> {
    return new Promise((resolve) => this.#asked.push(resolve));
  }

  get documents(): Documents {
    return this.#until(new AbortController().signal);
  }

  #until(signal: AbortSignal): Documents {
    const work = (): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        for (const tell of this.#asked.splice(0)) tell();
      });
    return {
      ...{ convert: work, stampHeader: work, thumbnail: work, pagePicture: work, findBarcodes: work, pageTexts: work },
      ...{ fillTags: work },
      ...{ placeholder: work, sample: work, drawPhaxCode: work, printPhaxCode: work },
      until: (further) => this.#until(AbortSignal.any([signal, further])),
    };
  }
}

function convert(inputs: readonly Input[], textOf: (bytes: Uint8Array) => string): Conversion {
  const texts: string[] = [];
  for (const input of inputs) {
    const [, error] = input.kind === 'file' ? (/^error-(\d+)/.exec(input.filename) ?? []) : [];
    if (error !== undefined) return { ok: false, errorId: Number(error), reason: 'the test says so' };
    texts.push(input.kind === 'file' ? textOf(input.bytes) : input.kind === 'url' ? input.url : input.text);
  }
  const text = texts.join('\f');
  return { ok: true, pdf: Buffer.from(text), pages: text.split('\f').length };
}
