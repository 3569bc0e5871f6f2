import type { Worker } from 'node:worker_threads';
import type { DocumentWork } from '../document-work.ts';

export type WorkMethod = keyof DocumentWork;
export type Arguments<M extends WorkMethod> = Parameters<DocumentWork[M]>;
export type MethodResult<M extends WorkMethod> = Awaited<ReturnType<DocumentWork[M]>>;

/** A request to a thread, which handles one at a time. The message null ends the thread. */
export interface WorkerRequest<M extends WorkMethod> {
  readonly method: M;
  readonly args: Arguments<M>;
}

/** `DocumentWork` as a table, in which a thread finds the method of a request. */
export type WorkTable = { readonly [M in WorkMethod]: (...args: Arguments<M>) => Promise<MethodResult<M>> };

/** A message from a thread: first that it is ready, then one answer for each request. */
export type WorkerMessage =
  /** `threadId` is the system's id of the thread; undefined if the system has no such ids. */
  | { readonly is: 'ready'; readonly threadId?: number | undefined }
  /** `heldBytes` is the thread's memory outside of its heap. Most of it is WebAssembly's, which never shrinks. */
  | { readonly is: 'done'; readonly result: unknown; readonly heldBytes: number }
  /** `isFault` is true if the cause is the simulator or its installation, not the document. */
  | { readonly is: 'failed'; readonly message: string; readonly isFault: boolean; readonly heldBytes: number };

/** Posts a value with copies of its bytes, so the sender keeps the originals. Copies only the visible part of a view. */
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
