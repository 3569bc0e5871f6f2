import type { FaxList, FaxRecord } from '../../src/control/client/named-types.ts';
import { signal } from '@preact/signals';
import { apiError, ask } from '../api.ts';
import type { ApiError } from '../api.ts';
import type { ListItems } from '../ui/list-items.ts';

const perPage = 100;
const mostKept = 30;

/** The list of faxes, newest first. Only visible parts of a hundred faxes are loaded. */
export class FaxPages {
  readonly total = signal<number | undefined>(undefined);
  readonly isComplete = signal(true);
  readonly error = signal<ApiError | undefined>(undefined);
  /** The approximate position of a fax that was located. */
  readonly located = signal<{ readonly id: string; readonly index: number } | undefined>(undefined);
  /** Increases with each loaded part. */
  readonly version = signal(0);
  readonly #input: Readonly<Record<string, unknown>>;
  readonly #parts = new Map<number, readonly FaxRecord[]>();
  readonly #reading = new Map<number, AbortController>();
  #visible: readonly [number, number] = [0, 1];

  constructor(input: Readonly<Record<string, unknown>>) {
    this.#input = input;
  }

  at(index: number): FaxRecord | undefined {
    return this.#parts.get(Math.floor(index / perPage))?.[index % perPage];
  }

  get length(): number {
    return this.total.value ?? 0;
  }

  /** The same list, oldest first. */
  turned(): ListItems<FaxRecord> {
    const from = (index: number): number => this.length - 1 - index;
    return {
      length: this.length,
      at: (index) => this.at(from(index)),
      findIndex: (is) => {
        const index = this.findIndex(is);
        return index < 0 ? index : from(index);
      },
      read: (index) => this.read(from(index)),
    };
  }

  /** Reads the fax at a position that is not shown. */
  async read(index: number): Promise<FaxRecord | undefined> {
    const { faxes } = await ask<FaxList>('/faxes', { input: { ...this.#input, limit: 1, offset: index } });
    return faxes[0];
  }

  /** The newest faxes of the list. */
  async newest(limit: number): Promise<readonly FaxRecord[]> {
    return (await ask<FaxList>('/faxes', { input: { ...this.#input, limit } })).faxes;
  }

  /** Locates a fax that is not in a loaded part, such as an old one from a link. */
  async locate(id: string): Promise<void> {
    const fax = await ask<FaxRecord>(`/faxes/${encodeURIComponent(id)}`);
    const { total } = await ask<FaxList>('/faxes', { input: { ...this.#input, since: fax.created_at, limit: 1 } });
    const last = total === 0 ? undefined : await this.read(total - 1);
    if (last?.created_at === fax.created_at) this.located.value = { id, index: total - 1 };
  }

  /** The position of a fax among the loaded ones, or -1. */
  findIndex(is: (fax: FaxRecord) => boolean): number {
    for (const [part, faxes] of this.#parts) {
      const index = faxes.findIndex(is);
      if (index >= 0) return part * perPage + index;
    }
    return -1;
  }

  /** Loads the missing parts of these rows. */
  show(first: number, end: number): void {
    this.#visible = [first, end];
    for (const part of this.#visibleParts()) if (!this.#parts.has(part)) this.#read(part);
  }

  /** Reloads the visible parts now, and the other parts when they are shown. */
  refresh(): void {
    const visible = this.#visibleParts();
    for (const part of this.#parts.keys()) if (!visible.includes(part)) this.#parts.delete(part);
    for (const part of visible) this.#read(part);
  }

  stop(): void {
    for (const reading of this.#reading.values()) reading.abort();
  }

  #visibleParts(): number[] {
    const [first, end] = this.#visible;
    const parts: number[] = [];
    for (let part = Math.floor(first / perPage); part * perPage < Math.max(end, 1); part++) parts.push(part);
    return parts;
  }

  #read(part: number): void {
    // Stops loading parts that were scrolled past.
    for (const [other, reading] of this.#reading)
      if (other === part || !this.#visibleParts().includes(other)) reading.abort();
    const stop = new AbortController();
    this.#reading.set(part, stop);
    const input = { ...this.#input, limit: perPage, offset: part * perPage };
    ask<FaxList>('/faxes', { input, signal: stop.signal })
      .then(({ faxes, total, is_total_exact: isComplete }) => {
        if (stop.signal.aborted) return;
        this.#parts.set(part, faxes);
        for (const old of [...this.#parts.keys()].slice(0, -mostKept)) this.#parts.delete(old);
        this.total.value = total;
        this.isComplete.value = isComplete;
        this.error.value = undefined;
        this.version.value++;
      })
      .catch((thrown: unknown) => {
        if (stop.signal.aborted) return;
        this.error.value = apiError(thrown);
      })
      .finally(() => {
        if (this.#reading.get(part) === stop) this.#reading.delete(part);
      });
  }
}
