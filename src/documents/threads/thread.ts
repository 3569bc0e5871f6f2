import { Worker } from 'node:worker_threads';
import type { Answer, Method, Parcel, Question } from './messages.ts';
import { parcelOfCopies } from './messages.ts';

const MiB = 1024 * 1024;

/** Above this a thread is not worth keeping: a new one costs less than the memory it holds. */
const heldBytesAtMost = 256 * MiB;
const memoryCheckMs = 50;

export interface ThreadOptions {
  readonly worker: URL;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  readonly execArgv: readonly string[] | undefined;
}

/** A call that ended with its thread. */
export class ThreadLost extends Error {
  override readonly name = 'ThreadLost';
  override readonly cause: 'time' | 'memory' | 'crash' | 'closed';

  constructor(cause: ThreadLost['cause'], message: string) {
    super(message);
    this.cause = cause;
  }
}

interface Call {
  readonly settle: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** One worker thread. It is asked one thing at a time, and does not keep the process alive between. */
export class Thread {
  readonly #worker: Worker;
  readonly #options: ThreadOptions;
  readonly #ready: Promise<void>;
  #call: Call | null = null;
  /** Why there is no thread any more; null while there is one. */
  #lost: ThreadLost | null = null;
  #isSpent = false;
  #timeout: NodeJS.Timeout | undefined;
  #memoryWatch: NodeJS.Timeout | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#worker = new Worker(options.worker, {
      ...(options.execArgv && { execArgv: [...options.execArgv] }),
      resourceLimits: { maxOldGenerationSizeMb: Math.min(options.memoryMb, 1024), stackSizeMb: 4 },
    });
    this.#worker.unref();
    this.#worker.on('error', (error) => this.#lose(lossOf(error)));
    this.#worker.on('exit', () => this.#lose(new ThreadLost('crash', 'The document ended the thread it was read in.')));
    this.#ready = new Promise((resolve) => {
      this.#worker.on('message', (answer: Answer) => {
        if (answer.is === 'ready') resolve();
        else this.#call?.settle(answer);
      });
    });
  }

  /** Whether it can be asked again. */
  get isUsable(): boolean {
    return this.#lost === null && !this.#isSpent;
  }

  /** A signal that aborts before the answer costs the thread. */
  async ask(question: Question<Method>, signal?: AbortSignal): Promise<unknown> {
    signal?.throwIfAborted();
    const breakOff = (): void => {
      this.#break(new ThreadLost('closed', 'The document was broken off.'));
    };
    signal?.addEventListener('abort', breakOff);
    this.#worker.ref();
    try {
      const answer = await new Promise<Answer>((settle, reject) => {
        if (this.#lost) throw this.#lost;
        this.#call = { settle, reject };
        const post = () => {
          if (this.#lost) return;
          this.#watch();
          this.#post(parcelOfCopies(question));
        };
        this.#ready.then(post).catch(reject);
      });
      return this.#resultOf(answer);
    } finally {
      signal?.removeEventListener('abort', breakOff);
      this.#call = null;
      clearTimeout(this.#timeout);
      clearInterval(this.#memoryWatch);
      this.#worker.unref();
    }
  }

  async end(): Promise<void> {
    this.#lose(new ThreadLost('closed', 'Documents are closed.'));
    await this.#worker.terminate();
  }

  #post({ value, transfer }: Parcel): void {
    this.#worker.postMessage(value, transfer);
  }

  #resultOf(answer: Answer): unknown {
    if (answer.is === 'ready') throw new Error('A thread answered nothing.');
    this.#isSpent = answer.heldBytes > heldBytesAtMost;
    if (answer.is === 'failed') throw new Error(answer.message);
    return answer.result;
  }

  /** Ends the thread when the call takes too long or the process grows too much. */
  #watch(): void {
    const { timeoutMs, memoryMb } = this.#options;
    const before = process.memoryUsage.rss();
    this.#timeout = setTimeout(
      () => this.#break(new ThreadLost('time', `The document took longer than ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    this.#memoryWatch = setInterval(() => {
      if (process.memoryUsage.rss() - before > memoryMb * MiB) this.#break(memoryLoss());
    }, memoryCheckMs);
  }

  #break(loss: ThreadLost): void {
    this.#lose(loss);
    void this.#worker.terminate();
  }

  #lose(loss: ThreadLost): void {
    this.#lost ??= loss;
    this.#call?.reject(this.#lost);
  }
}

function memoryLoss(): ThreadLost {
  return new ThreadLost('memory', 'The document took too much memory.');
}

function lossOf(error: NodeJS.ErrnoException): ThreadLost {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return memoryLoss();
  return new ThreadLost('crash', `The document ended the thread it was read in: ${String(error)}`);
}
