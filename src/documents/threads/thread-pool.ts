import type { WorkMethod, WorkerRequest, MethodResult } from './messages.ts';
import type { ThreadOptions } from './thread.ts';
import { Thread, ThreadLost } from './thread.ts';

export interface PoolOptions extends ThreadOptions {
  /** Limit for threads. A second thread starts when the first is busy. */
  readonly threads: number;
  /** Limit for additional threads while some work on slow documents, so other calls do not wait for these. */
  readonly slowThreads: number;
  /** Real ms after which a document counts as slow. */
  readonly slowMs: number;
}

interface Needs {
  /** Whether no other call may run at the same time. */
  readonly alone?: boolean;
  /** Whether the call needs a new thread. */
  readonly fresh?: boolean;
}

interface WaitingCall extends Needs {
  readonly resolve: (thread: Thread) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * A few threads and a queue for them, first come, first served. A call that ends its thread affects no other call, and
 * a slow call does not delay others.
 */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #idle: Thread[] = [];
  readonly #busy = new Set<Thread>();
  /** The busy threads with slow documents. */
  readonly #slow = new Set<Thread>();
  readonly #waiting: WaitingCall[] = [];
  #isExclusive = false;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs a call in a thread. Rejects with the signal's reason when it aborts: a running call's thread ends, and a
   * waiting call leaves the queue.
   */
  async run<M extends WorkMethod>(question: WorkerRequest<M>, signal?: AbortSignal): Promise<MethodResult<M>> {
    // The worker's table has this type for the method.
    return (await this.#attempt(question, signal)) as MethodResult<M>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closedError());
    await Promise.all([...this.#idle, ...this.#busy].map((thread) => thread.end()));
  }

  async #attempt(question: WorkerRequest<WorkMethod>, signal?: AbortSignal, needs: Needs = {}): Promise<unknown> {
    const thread = await this.#take(needs, signal);
    const isUsed = thread.isUsed;
    let further: Needs | undefined;
    const slowness = setTimeout(() => this.#noteSlow(thread), this.#options.slowMs).unref();
    try {
      return await thread.ask(question, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ThreadLost) further = await this.#furtherTry(error, thread, isUsed);
      if (further === undefined) throw error;
    } finally {
      clearTimeout(slowness);
      await this.#giveBack(thread);
    }
    return this.#attempt(question, signal, further);
  }

  /** How to try a call again whose thread was lost, if the call may not be the cause; undefined if it is the cause. */
  async #furtherTry({ cause }: ThreadLost, thread: Thread, isUsed: boolean): Promise<Needs | undefined> {
    // Earlier calls may have damaged the thread's state.
    if (cause === 'crash') return isUsed ? { fresh: true } : undefined;
    if (cause !== 'memory' || this.#busy.size < 2) return undefined;
    // Memory is known only for the process as a whole. Memory that stays when the thread ends belongs to another thread.
    return (await thread.freedBytes()) < (this.#options.memoryMb * MiB) / 2 ? { alone: true } : undefined;
  }

  async #take(needs: Needs, signal?: AbortSignal): Promise<Thread> {
    if (this.#isClosed) throw closedError();
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        waiting.reject(signal?.reason);
        this.#proceed(); // others may have waited for this call, which had to run alone
      };
      const settling =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener('abort', leave);
          settle(value);
        };
      const waiting: WaitingCall = { ...needs, resolve: settling(resolve), reject: settling(reject) };
      signal?.addEventListener('abort', leave);
      if (needs.alone === true || needs.fresh === true) this.#waiting.unshift(waiting);
      else this.#waiting.push(waiting);
      this.#proceed();
    });
  }

  async #giveBack(thread: Thread): Promise<void> {
    // The thread's memory must be free before the process's memory is measured again.
    if (!thread.isUsable) await thread.end();
    this.#busy.delete(thread);
    this.#slow.delete(thread);
    if (this.#idle.length >= this.#options.threads) void thread.end();
    else if (thread.isUsable) this.#idle.push(thread);
    this.#isExclusive = false;
    this.#proceed();
  }

  #noteSlow(thread: Thread): void {
    this.#slow.add(thread);
    this.#proceed();
  }

  /** Assigns threads to waiting calls as long as possible. A call that must run alone lets others pass while slow calls run. */
  #proceed(): void {
    for (let next = this.#next; next && this.#hasRoomFor(next); next = this.#next) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      const thread = this.#threadFor(next);
      if (thread === undefined) continue;
      this.#busy.add(thread);
      this.#isExclusive = next.alone === true;
      next.resolve(thread);
    }
  }

  get #next(): WaitingCall | undefined {
    return this.#waiting.find(({ alone }) => alone !== true || this.#slow.size === 0);
  }

  /** A thread for a waiting call; undefined if none can start, and the call is rejected. */
  #threadFor({ fresh = false, reject }: WaitingCall): Thread | undefined {
    const idle = this.#idleThread();
    try {
      if (idle === undefined || !fresh) return idle ?? new Thread(this.#options);
      void idle.end();
      return new Thread(this.#options);
    } catch (error) {
      reject(error);
      return undefined;
    }
  }

  #hasRoomFor({ alone = false }: WaitingCall): boolean {
    const { threads, slowThreads } = this.#options;
    const counted = this.#busy.size - Math.min(this.#slow.size, slowThreads);
    return !this.#isExclusive && (alone ? this.#busy.size === 0 : counted < threads);
  }

  #idleThread(): Thread | undefined {
    let thread = this.#idle.pop();
    while (thread && !thread.isUsable) thread = this.#idle.pop();
    return thread;
  }
}

const MiB = 1024 * 1024;

const closedError = (): ThreadLost => new ThreadLost('closed', 'Documents are closed.');
