import type { DocumentWork } from '../document-work.ts';

export type WorkMethod = keyof DocumentWork;
export type Arguments<M extends WorkMethod> = Parameters<DocumentWork[M]>;
export type MethodResult<M extends WorkMethod> = Awaited<ReturnType<DocumentWork[M]>>;

/** A request to a thread, which handles one at a time. */
export interface WorkerRequest<M extends WorkMethod> {
  readonly method: M;
  readonly args: Arguments<M>;
}

/** `DocumentWork` as a table, from which a question takes its method. */
export type WorkTable = { readonly [M in WorkMethod]: (...args: Arguments<M>) => Promise<MethodResult<M>> };

/** A message of a thread: once that it is ready, then an answer to each question. */
export type WorkerMessage =
  | { readonly is: 'ready' }
  /** `heldBytes`: the thread's memory outside of its heap, above all that of WebAssembly, which never shrinks. */
  | { readonly is: 'done'; readonly result: unknown; readonly heldBytes: number }
  /** `isFault`: the document is not to blame, but the simulator or its installation. */
  | { readonly is: 'failed'; readonly message: string; readonly isFault: boolean; readonly heldBytes: number };

/** A value to be posted, and those of its buffers that can move to the other side instead of being copied. */
export interface TransferMessage {
  readonly value: unknown;
  readonly transfer: ArrayBuffer[];
}

/** The last message to a thread, which then ends. */
export const exitMessage: TransferMessage = { value: null, transfer: [] };

/** Packs a value with copies of its bytes, so that the sender keeps its own; of a view only the visible part. */
export function parcelOfCopies(value: unknown): TransferMessage {
  const transfer: ArrayBuffer[] = [];
  return { value: pack(value, transfer), transfer };
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
