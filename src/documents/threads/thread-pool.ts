import type { Arguments, Method, Result } from './messages.ts';
import type { ThreadOptions } from './thread.ts';
import { Thread, ThreadLost } from './thread.ts';

interface PoolOptions extends ThreadOptions {
  /** The most threads at once. */
  readonly threads: number;
}

/** A few threads and the queue before them, first come, first served. A call that loses its thread loses no other call. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads = new Set<Thread>();
  readonly #idle: Thread[] = [];
  /** In the order in which they were asked. */
  readonly #busy: Thread[] = [];
  readonly #waiting: { resolve: (thread: Thread) => void; reject: (error: Error) => void }[] = [];
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  async run<M extends Method>(method: M, ...args: Arguments<M>): Promise<Result<M>> {
    const thread = await this.#take();
    this.#busy.push(thread);
    try {
      // What comes back is what the worker's table of the same type gives.
      return (await thread.ask(method, args)) as Result<M>;
    } finally {
      await this.#giveBack(thread);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #take(): Promise<Thread> {
    if (this.#isClosed) return Promise.reject(closed());
    const idle = this.#idle.pop();
    if (idle?.isUsable) return Promise.resolve(idle);
    if (idle) this.#threads.delete(idle);
    if (this.#threads.size < this.#options.threads) return Promise.resolve(this.#start());
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async #giveBack(thread: Thread): Promise<void> {
    // Only when its memory is free again may another be blamed for what the process has.
    if (!thread.isUsable) await thread.end();
    this.#busy.splice(this.#busy.indexOf(thread), 1);
    if (!thread.isUsable) this.#threads.delete(thread);
    const next = this.#waiting.shift();
    if (next) next.resolve(thread.isUsable ? thread : this.#start());
    else if (thread.isUsable) this.#idle.push(thread);
  }

  #start(): Thread {
    const thread = new Thread(this.#options, (asking) => this.#busy[0] === asking);
    this.#threads.add(thread);
    return thread;
  }
}

const closed = (): ThreadLost => new ThreadLost('closed', 'Documents are closed.');
