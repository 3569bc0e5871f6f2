import type { Worker } from 'node:worker_threads';
import type { DocumentWork } from '../document-work.ts';

export type WorkMethod = keyof DocumentWork;
export type Arguments<M extends WorkMethod> = Parameters<DocumentWork[M]>;
export type MethodResult<M extends WorkMethod> = Awaited<ReturnType<DocumentWork[M]>>;

/** A request to a thread, which handles one at a time; null in its place ends the thread. */
export interface WorkerRequest<M extends WorkMethod> {
  readonly method: M;
  readonly args: Arguments<M>;
}

/** `DocumentWork` as a table, from which a question takes its method. */
export type WorkTable = { readonly [M in WorkMethod]: (...args: Arguments<M>) => Promise<MethodResult<M>> };

/** A message of a thread: once that it is ready, then an answer to each question. */
export type WorkerMessage =
  /** `threadId`: the id of the thread for the system; undefined where that has none for threads. */
  | { readonly is: 'ready'; readonly threadId?: number | undefined }
  /** `heldBytes`: the thread's memory outside of its heap, above all that of WebAssembly, which never shrinks. */
  | { readonly is: 'done'; readonly result: unknown; readonly heldBytes: number }
  /** `isFault`: the document is not to blame, but the simulator or its installation. */
  | { readonly is: 'failed'; readonly message: string; readonly isFault: boolean; readonly heldBytes: number };

/** Posts a value with copies of its bytes, so that the sender keeps its own; of a view only the visible part. */
export function postCopies(port: Pick<Worker, 'postMessage'>, value: unknown): void {
  const transfer: ArrayBuffer[] = [];
  port.postMessage(pack(value, transfer), transfer);
}

function pack(value: unknown, transfer: ArrayBuffer[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) {
    const copy = new Uint8Array(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    transfer.push(copy.buffer);
    return copy;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => pack(item, transfer));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pack(item, transfer)]));
}
