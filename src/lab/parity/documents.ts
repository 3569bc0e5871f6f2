import { hash } from 'node:crypto';
import type { OwnWorld, WorldHandle } from '../../control/client/world-handle.ts';
import { hearWorld } from '../sweep/trial-run.ts';
import type { SentFax } from '../achievements/run-record.ts';

/**
 * The words of a document. A page without text is one word that represents its picture. Empty if the file was deleted before it
 * could be read.
 */
export type Words = readonly string[];

/** The documents of the faxes of a run, by the ids of the faxes. */
export type RunDocuments = ReadonlyMap<number, Words>;

/** Reads the documents of runs. Documents with equal bytes are read once. */
export class DocumentReader {
  /** Words by the names of the documents. */
  readonly #read = new Map<string, Promise<Words>>();

  /**
   * Reads documents while a program runs, because the program may delete their files. Call the returned function at the end to get
   * the documents.
   */
  follow(world: OwnWorld): (faxes: Iterable<SentFax>) => Promise<RunDocuments> {
    const names = new Map<number, string>();
    const end = new AbortController();
    const note = async (fax: SentFax | undefined): Promise<void> => {
      const name = fax?.['document'];
      if (fax === undefined || typeof name !== 'string' || names.has(fax.id)) return;
      names.set(fax.id, name);
      await this.#textOf(name, fax.id, world);
    };
    const following = followFaxes(world, end.signal, async (id) =>
      note(names.has(id) ? undefined : await world.faxes.show({ id })),
    );
    return async (faxes) => {
      end.abort();
      await following;
      const all = [...faxes];
      await Promise.all(all.map(note));
      const found = all.map(
        async ({ id }) => [id, await this.#textOf(names.get(id) ?? `fax ${id}`, id, world)] as const,
      );
      return new Map(await Promise.all(found));
    };
  }

  async #textOf(name: string, fax: number, world: WorldHandle): Promise<Words> {
    const reading = this.#read.get(name) ?? readWords(world, fax);
    this.#read.set(name, reading);
    return reading.catch(() => {
      this.#read.delete(name);
      return [];
    });
  }
}

/** Calls `act` for each changed fax until the signal aborts. Resolves when all calls are done. Ignores their errors. */
async function followFaxes(world: WorldHandle, signal: AbortSignal, act: (id: number) => Promise<void>): Promise<void> {
  const acts: Promise<unknown>[] = [];
  await hearWorld(world, signal, (event) => {
    if (event.kind === 'fax' && typeof event.subject === 'number') acts.push(act(event.subject));
  });
  await Promise.allSettled(acts);
}

async function readWords(world: WorldHandle, id: number): Promise<Words> {
  const { pages } = await world.faxes.text({ id });
  const words = pages.map(async (text, index) => {
    if (/\S/.test(text)) return text.trim().split(/\s+/);
    return [
      `${picturePrefix}${hash('sha1', await world.faxes.page({ id, page: index + 1, width: 200 }), 'hex').slice(0, 8)}`,
    ];
  });
  const all = await Promise.all(words);
  return all.flatMap((page, index) => (index === 0 ? page : [pageBreak, ...page]));
}

const pageBreak = '\f';
const picturePrefix = 'picture-';

/** The words of each page. */
function pagesOf(words: Words): Words[] {
  const breaks = words.flatMap((word, at) => (word === pageBreak ? at : []));
  return [-1, ...breaks].map((start, at) => words.slice(start + 1, breaks[at]));
}

/** `page 2, “Lab values”`. */
export function pageText(words: Words, number: number): string {
  const page = pagesOf(words)[number - 1] ?? [];
  const isPicture = page.length === 1 && page[0]?.startsWith(picturePrefix) === true;
  return `page ${number}, ${isPicture ? 'a picture' : titleOf(page)}`;
}

/** The numbers of the pages that this document lacks, if it is otherwise equal to the other; else empty. */
export function lackedPages(words: Words, others: Words): number[] {
  const open = pagesOf(words).map((page) => page.join(' '));
  const lacked = pagesOf(others).flatMap((page, at) => {
    if (page.join(' ') !== open[0]) return at + 1;
    open.shift();
    return [];
  });
  return open.length > 0 ? [] : lacked;
}

/** `“Invoice 17 of May” (2 pages)`: the beginning of a document. */
export function titleOf(words: Words): string {
  const text = words.slice(0, wordsMax).join(' ').split(pageBreak, 1)[0]?.trim() ?? '';
  const pages = words.filter((word) => word === pageBreak).length + 1;
  const isCut = text.length > titleCharactersMax || words.length > wordsMax;
  const title = `“${text.slice(0, titleCharactersMax)}${isCut ? '…' : ''}”`;
  return pages === 1 ? title : `${title} (${pages} pages)`;
}

const wordsMax = 8;
const titleCharactersMax = 50;
