import { setMaxListeners } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { errorCode } from '../model/shared/errors.ts';
import { entriesOf } from '../model/shared/objects.ts';
import { errorIds } from './conversion-error.ts';
import type { Conversion, DocumentWork } from './document-work.ts';
import { packageFile, packageFiles } from './package-files.ts';
import type { PackageFile } from './package-files.ts';
import type { Arguments, MethodResult, WorkMethod } from './threads/messages.ts';
import { ThreadPool } from './threads/thread-pool.ts';
import type { PoolOptions } from './threads/thread-pool.ts';
import { ThreadLost } from './threads/thread.ts';

export type {
  CodePlace,
  Conversion,
  FoundBarcode,
  Header,
  ConversionSource as Input,
  PlaceholderFacts,
  SampleFacts,
} from './document-work.ts';

/** Work on documents in worker threads. Each call copies the given bytes when it starts, so the caller keeps them. */
export interface Documents extends DocumentWork {
  /**
   * Documents of the same threads until a signal aborts. Running, waiting and later calls then reject with the
   * signal's reason.
   */
  until(signal: AbortSignal): Documents;
}

/** The documents of a process. */
export interface OpenDocuments extends Documents {
  /** Ends the threads. Running, waiting and later calls reject. */
  close(): Promise<void>;
}

/** Opens the documents. The first thread starts with the first call. Idle threads do not keep the process alive. */
export function openDocuments(options: Partial<PoolOptions> = {}): OpenDocuments {
  const pool = new ThreadPool({ ...usualPool, worker: ownWorker(), ...options });
  return { ...documentsOf(pool), close: () => pool.close() };
}

const usualPool = { timeoutMs: 30_000, memoryMb: 1024, threads: 2, slowThreads: 4, slowMs: 500 };

function documentsOf(pool: ThreadPool, signal?: AbortSignal): Documents {
  if (signal !== undefined) setMaxListeners(0, signal); // allows a listener for each waiting call
  const run = <M extends WorkMethod>(method: M, ...args: Arguments<M>): Promise<MethodResult<M>> =>
    pool.run({ method, args }, signal);
  return {
    convert: (inputs) => run('convert', inputs).catch(conversionOf),
    stampHeader: (pdf, header) => run('stampHeader', pdf, header),
    thumbnail: (pdf, size) => run('thumbnail', pdf, size),
    pagePicture: (pdf, page, width, header) => run('pagePicture', pdf, page, width, header),
    pageTexts: (pdf) => run('pageTexts', pdf),
    fillTags: (pdf, values) => run('fillTags', pdf, values),
    findBarcodes: (pdf) => run('findBarcodes', pdf),
    placeholder: (facts) => run('placeholder', facts),
    sample: (facts) => run('sample', facts),
    drawPhaxCode: (identifier) => run('drawPhaxCode', identifier),
    printPhaxCode: (pdf, identifier, place) => run('printPhaxCode', pdf, identifier, place),
    until: (further) => documentsOf(pool, signal === undefined ? further : AbortSignal.any([signal, further])),
  };
}

/** The entry module of the threads: from the sources, or beside the bundle in the build. */
function ownWorker(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../documents-worker.ts' : './documents-worker.cjs', import.meta.url);
}

/** The missing parts of the installation, one sentence for each. It is cheap: it only looks for files. */
export const missingParts = (): string[] => missingPartsIn({ worker: ownWorker() });

/** Returns the error of a document whose conversion ended the thread. Rethrows all other errors. */
function conversionOf(error: unknown): Conversion {
  if (!(error instanceof ThreadLost) || error.cause === 'closed') throw error;
  const errorId = errorIds[error.cause === 'crash' ? 'notConverted' : 'overLimit'];
  return { ok: false, errorId, reason: error.message };
}

/** The packages with sharp's native code: for this platform with either C library, or WebAssembly for all platforms. */
const sharpBinaries = [
  `@img/sharp-${process.platform}-${process.arch}/sharp.node`,
  `@img/sharp-${process.platform}musl-${process.arch}/sharp.node`,
  '@img/sharp-wasm32/sharp.node',
  '@img/sharp-freebsd-wasm32/sharp.node',
  '@img/sharp-webcontainers-wasm32/sharp.node',
];

interface Installation {
  readonly worker: URL;
  /** Returns the path of a file. Throws if its package is not installed. */
  readonly fileAt?: (name: PackageFile) => string;
  /** The module from which packages are resolved. */
  readonly from?: string | URL;
}

/**
 * The missing parts that documents need, one sentence for each. It only looks for files and loads nothing, so a broken
 * part is found only when it is used.
 */
export function missingPartsIn({ worker, fileAt = packageFile, from = import.meta.url }: Installation): string[] {
  const files = entriesOf(packageFiles).filter(([name]) => !isThere(() => fileAt(name)));
  const sharp = missingOfSharp(createRequire(from));
  return [
    ...(existsSync(worker) ? [] : [`the file ${fileURLToPath(worker)} is missing: no document can be converted`]),
    ...files.map(([name, [, effect]]) => `the file ${name} is missing: ${effect}`),
    ...(sharp === undefined ? [] : [`the package ${sharp} is not installed: images cannot be converted`]),
  ];
}

/**
 * The package of sharp that is missing: sharp itself, or the one with its native code. Package managers may leave out
 * optional packages.
 */
function missingOfSharp(require: NodeJS.Require): string | undefined {
  try {
    // The packages of sharp lie beside the place of its link, and node may give the path of the link.
    const sharp = realpathSync(require.resolve('sharp'));
    const { resolve } = createRequire(sharp);
    const builtHere = new URL('../src/build/Release', pathToFileURL(sharp));
    const isWhole = sharpBinaries.some((file) => isThere(() => resolve(file))) || existsSync(builtHere);
    return isWhole ? undefined : sharpBinaries[0]?.replace('/sharp.node', '');
  } catch (error) {
    return isNotInstalled(error) ? 'sharp' : undefined;
  }
}

function isThere(place: () => string): boolean {
  try {
    return existsSync(place());
  } catch (error) {
    return !isNotInstalled(error);
  }
}

/** Whether an error means a missing package. Other errors do not: after the last test of a file, Jest refuses each search. */
const isNotInstalled = (error: unknown): boolean => errorCode(error) === 'MODULE_NOT_FOUND';

/**
 * Documents with a cache of the latest drawings, up to `bytesMax`: samples, and pages for URLs. Both depend only on
 * their facts.
 */
export function withSampleCache<D extends Documents>(documents: D, bytesMax = 32 * 2 ** 20): D {
  return { ...documents, ...cacheDrawings(documents, new Drawings(bytesMax)) };
}

function cacheDrawings(documents: Documents, drawings: Drawings): Pick<Documents, 'sample' | 'convert' | 'until'> {
  return {
    sample: async (facts) => {
      const key = JSON.stringify(facts);
      return drawings.find(key) ?? drawings.keep(key, await documents.sample(facts));
    },
    convert: async (inputs) => {
      if (inputs.some(({ kind }) => kind !== 'url')) return documents.convert(inputs);
      const key = JSON.stringify(inputs);
      const pdf = drawings.find(key);
      if (pdf !== undefined) return { ok: true, pdf, pages: inputs.length };
      const drawn = await documents.convert(inputs);
      if (drawn.ok) drawings.keep(key, drawn.pdf);
      return drawn;
    },
    until: (signal) => {
      const further = documents.until(signal);
      return { ...further, ...cacheDrawings(further, drawings) };
    },
  };
}

/** Drawn documents by their facts, the least recently used first. */
class Drawings {
  readonly #kept = new Map<string, Uint8Array>();
  readonly #bytesMax: number;
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  find(key: string): Uint8Array | undefined {
    const drawing = this.#kept.get(key);
    if (drawing === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, drawing);
    return drawing;
  }

  keep(key: string, drawing: Uint8Array): Uint8Array {
    this.#bytes += drawing.length - (this.#kept.get(key)?.length ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, drawing);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#bytes <= this.#bytesMax) break;
      this.#kept.delete(oldest);
      this.#bytes -= length;
    }
    return drawing;
  }
}
