import { Worker } from 'node:worker_threads';
import { SimulatorFault } from '../../model/domain/refusal.ts';
import { limitWork } from './worked-time.ts';
import { postCopies } from './messages.ts';
import type { WorkerMessage, WorkerRequest, WorkMethod } from './messages.ts';
import { asText } from '../../model/shared/conversion.ts';

const MiB = 1024 * 1024;

/** Above this memory, a thread is replaced: a new one costs less than the memory. */
const heldBytesAtMost = 256 * MiB;
const memoryCheckMs = 50;
/** How long a thread may take to end by itself, in ms: less than the ten seconds that container engines wait. */
const endMs = 5000;

export interface ThreadOptions {
  /** The module that the threads run. */
  readonly worker: URL;
  /** Time limit of one call, from when a thread begins it. Time in which a busy machine does not run the thread is not counted. */
  readonly timeoutMs: number;
  /** Limit for the process's growth during one call, in MiB. */
  readonly memoryMb: number;
  /** Options of node for the threads. Default: this process's options about loading modules. */
  readonly execArgv?: readonly string[];
}

/** The error of a call whose thread ended. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
  /** `heap` is the memory of the thread itself, `memory` that of the process, which others may have used. */
  override readonly cause: 'time' | 'heap' | 'memory' | 'crash' | 'closed';

  constructor(cause: ThreadLost['cause'], message: string) {
    super(message);
    this.cause = cause;
  }
}

interface PendingCall {
  readonly settle: (answer: WorkerMessage) => void;
  readonly reject: (error: Error) => void;
}

/** A worker thread. It takes one call at a time, and does not keep the process alive between calls. */
export class Thread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #ready: Promise<void>;
  #isReady = false;
  #isUsed = false;
  #call: PendingCall | null = null;
  /** The reason why the thread has ended; null while it runs. */
  #lost: ThreadLost | SimulatorFault | null = null;
  #isOverMemory = false;
  #rssAtBreak = 0;
  /** Settles when the thread has ended. */
  #ending: Promise<unknown> | undefined;
  #threadId: number | undefined;
  #endLimit: (() => void) | undefined;
  #memoryWatch: NodeJS.Timeout | undefined;

  /** Throws a SimulatorFault if node cannot create a thread. */
  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = newWorker(options);
    this.#worker.unref();
    this.#worker.on('error', (error) => this.#lose(this.#isReady ? lossOf(error) : startFault(error)));
    this.#worker.on('exit', (code) =>
      this.#lose(this.#isReady ? crash() : startFault(`it ended with exit code ${code}`)),
    );
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (answer: WorkerMessage) => {
        this.#isReady = true;
        if (answer.is === 'ready') {
          this.#threadId = answer.threadId;
          resolve();
        } else this.#call?.settle(answer);
      });
    });
  }

  /** Whether the thread can handle another call. */
  get isUsable(): boolean {
    return this.#lost === null && !this.#isOverMemory;
  }

  /** Whether the thread has answered a call. */
  get isUsed(): boolean {
    return this.#isUsed;
  }

  /** Sends a call to the thread. Aborting the call ends the thread. */
  async ask(question: WorkerRequest<WorkMethod>, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const breakOff = (): void => {
      this.#lose(new ThreadLost('closed', 'The document was broken off.'));
      void this.end();
    };
    signal?.addEventListener('abort', breakOff);
    this.#worker.ref();
    try {
      const answer = await new Promise<WorkerMessage>((settle, reject) => {
        if (this.#lost) throw this.#lost;
        this.#call = { settle, reject };
        const post = () => {
          if (this.#lost) return;
          this.#watch();
          postCopies(this.#worker, question);
        };
        this.#ready.then(post).catch(reject);
      });
      return this.#resultOf(answer);
    } finally {
      signal?.removeEventListener('abort', breakOff);
      this.#call = null;
      this.#endLimit?.();
      clearInterval(this.#memoryWatch);
      this.#worker.unref();
    }
  }

  /**
   * Lets the thread end by itself between two turns, so its loader can still save compiled code. A thread that takes
   * longer is terminated. That is a last resort: node may abort the process if the thread is just loading a native part
   * such as zlib.
   */
  async end(): Promise<void> {
    this.#lose(new ThreadLost('closed', 'Documents are closed.'));
    await (this.#ending ??= this.#leave());
  }

  /** The memory that the process freed since this thread was stopped for its memory use. Waits for the end of the thread. */
  async freedBytes(): Promise<number> {
    await this.end();
    return this.#rssAtBreak - process.memoryUsage.rss();
  }

  async #leave(): Promise<void> {
    if (this.#worker.threadId < 0) return; // it has ended
    const ended = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.#worker.ref();
    this.#worker.postMessage(null);
    const patience = setTimeout(() => void this.#worker.terminate(), endMs);
    await ended;
    clearTimeout(patience);
  }

  #resultOf(answer: WorkerMessage): unknown {
    if (answer.is === 'ready') throw new Error('A thread answered nothing.');
    this.#isUsed = true;
    this.#isOverMemory = answer.heldBytes > heldBytesAtMost;
    if (answer.is === 'failed') throw answer.isFault ? new SimulatorFault(answer.message) : new Error(answer.message);
    return answer.result;
  }

  /** Ends the thread when the call takes too long or the process grows too much. */
  #watch(): void {
    const { timeoutMs, memoryMb } = this.#options;
    const before = process.memoryUsage.rss();
    this.#endLimit = limitWork(timeoutMs, this.#threadId, () =>
      this.#break(new ThreadLost('time', `The document took longer than ${timeoutMs / 1000} s.`)),
    );
    this.#memoryWatch = setInterval(() => {
      this.#rssAtBreak = process.memoryUsage.rss();
      if (this.#rssAtBreak - before > memoryMb * MiB) this.#break(memoryLoss('memory'));
    }, memoryCheckMs);
  }

  #break(loss: ThreadLost): void {
    this.#lose(loss);
    this.#ending ??= this.#worker.terminate();
  }

  #lose(loss: ThreadLost | SimulatorFault): void {
    this.#lost ??= loss;
    this.#call?.reject(this.#lost);
  }
}

const memoryLoss = (cause: 'heap' | 'memory'): ThreadLost =>
  new ThreadLost(cause, 'The document took too much memory.');

function lossOf(error: NodeJS.ErrnoException): ThreadLost {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? memoryLoss('heap') : crash(error);
}

function crash(error?: Error): ThreadLost {
  const reason = error === undefined ? '.' : `: ${String(error)}`;
  return new ThreadLost('crash', `The document ended the thread it was read in${reason}`);
}

function newWorker({ worker, memoryMb, execArgv = loadingOptions(process.execArgv) }: ThreadOptions): Worker {
  const env = loadingEnvironment(process.env);
  try {
    return new Worker(worker, {
      ...(env && { env }),
      execArgv: [...execArgv],
      resourceLimits: { maxOldGenerationSizeMb: Math.min(memoryMb, 1024), stackSizeMb: 4 },
    });
  } catch (error) {
    throw startFault(error);
  }
}

/** The fault of a thread that fails before it has read a document, so no document is the cause. */
function startFault(reason: unknown): SimulatorFault {
  return new SimulatorFault(`the thread that reads documents cannot start: ${asText(reason)}`);
}

/** The options of node about finding and loading modules that are followed by a value. */
const withValue = new Set(['-r', '--require', '--import', '--loader', '--experimental-loader', '-C', '--conditions']);
const withoutValue = new Set(['--preserve-symlinks', '--experimental-strip-types', '--experimental-transform-types']);

/**
 * The options of a process that its threads need, too. The others belong to the program: a thread cannot start with
 * `--input-type`, as from `node --input-type=module -e`.
 */
export function loadingOptions(execArgv: readonly string[]): string[] {
  return execArgv.filter((option, index) => {
    const [name = ''] = option.split('=', 1);
    return withValue.has(name) || withoutValue.has(option) || withValue.has(execArgv[index - 1] ?? '');
  });
}

/**
 * The environment for a thread; undefined for that of the process. Node reads NODE_OPTIONS for threads, too, and
 * refuses process options in a separate environment. So a thread gets a separate one only for `--input-type`.
 */
export function loadingEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv | undefined {
  const { NODE_OPTIONS: options = '' } = environment;
  if (!options.includes('--input-type')) return undefined;
  return { ...environment, NODE_OPTIONS: loadingOptions(options.split(/\s+/)).join(' ') };
}
