import { setMaxListeners } from 'node:events';
import type { Conversion, DocumentWork } from './document-work.ts';
import type { Arguments, WorkMethod, MethodResult } from './threads/messages.ts';
import { ThreadLost } from './threads/thread.ts';
import { ThreadPool } from './threads/thread-pool.ts';
import { missingParts as missingFrom } from './parts.ts';
import { ConversionError } from './conversion-error.ts';

export type {
  CodePlace,
  Conversion,
  FoundBarcode,
  Header,
  ConversionSource as Input,
  PlaceholderFacts,
  SampleFacts,
} from './document-work.ts';

/** Work on documents in worker threads. Bytes given to it stay the caller's: each call copies them when it starts. */
export interface Documents extends DocumentWork {
  /**
   * The same documents until a signal aborts. Then running, waiting and later calls reject with the signal's reason.
   */
  until(signal: AbortSignal): Documents;
}

/** The documents of a process. */
export interface OpenDocuments extends Documents {
  /** Ends the threads. Running, waiting and later calls reject. */
  close(): Promise<void>;
}

export interface DocumentOptions {
  /** The longest that one call may take once a thread has taken it up. */
  readonly timeoutMs?: number;
  /** How far the process may grow during one call, in MiB. */
  readonly memoryMb?: number;
  /** The most threads at once. The second is started when the first is busy. */
  readonly threads?: number;
  /** Options of node for the threads, by default those of this process that say how modules are loaded. */
  readonly execArgv?: readonly string[];
  /** The module that the threads run. */
  readonly worker?: URL;
}

/** Starts no thread before the first call. Idle threads keep no process alive. */
export function openDocuments(options: DocumentOptions = {}): OpenDocuments {
  const pool = new ThreadPool({
    timeoutMs: options.timeoutMs ?? 30_000,
    memoryMb: options.memoryMb ?? 1024,
    threads: options.threads ?? 2,
    execArgv: options.execArgv,
    worker: options.worker ?? ownWorker(),
  });
  return { ...documentsOf(pool), close: () => pool.close() };
}

function documentsOf(pool: ThreadPool, signal?: AbortSignal): Documents {
  if (signal !== undefined) setMaxListeners(0, signal); // as many as calls wait
  const run = <M extends WorkMethod>(method: M, ...args: Arguments<M>): Promise<MethodResult<M>> =>
    pool.run({ method, args }, signal);
  return {
    convert: (inputs) => run('convert', inputs).catch(conversionOf),
    stampHeader: (pdf, header) => run('stampHeader', pdf, header),
    thumbnail: (pdf, size) => run('thumbnail', pdf, size),
    pagePicture: (pdf, page, width) => run('pagePicture', pdf, page, width),
    findBarcodes: (pdf) => run('findBarcodes', pdf),
    placeholder: (facts) => run('placeholder', facts),
    sample: (facts) => run('sample', facts),
    drawPhaxCode: (identifier) => run('drawPhaxCode', identifier),
    printPhaxCode: (pdf, identifier, place) => run('printPhaxCode', pdf, identifier, place),
    until: (further) => documentsOf(pool, signal === undefined ? further : AbortSignal.any([signal, further])),
  };
}

/** The program of the threads: beside this module in the sources, and beside the bundle in the build. */
function ownWorker(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './worker.ts' : './documents-worker.cjs', import.meta.url);
}

/** The parts that are not installed, a sentence for each. Cheap: looks for files, and loads nothing. */
export const missingParts = (): string[] => missingFrom({ worker: ownWorker() });

/** A document that took its thread down is a document that cannot be converted. */
function conversionOf(error: unknown): Conversion {
  if (!(error instanceof ThreadLost) || error.cause === 'closed') throw error;
  const { errorId, message } = new ConversionError(
    error.cause === 'crash' ? 'notConverted' : 'overLimit',
    error.message,
  );
  return { ok: false, errorId, reason: message };
}
