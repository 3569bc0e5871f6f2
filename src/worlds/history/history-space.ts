/** A history that shares the space. */
interface Tenant {
  readonly bytes: number;
  /** Drops its oldest until it has so many bytes less, or nothing. Returns how many requests are lost. */
  dropOldest(bytes: number): number;
}

/**
 * The memory that the histories of all worlds have together. The largest one gives way when the memory is full: a world
 * that is busy costs itself its oldest requests, and not a quiet one.
 */
export class HistorySpace {
  readonly #limit: number;
  readonly #tenants = new Set<Tenant>();
  #bytes = 0;
  #dropped = 0;

  /** Limit in bytes; 0 keeps nothing. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many requests were dropped since the start, in worlds that are no more too. */
  get dropped(): number {
    return this.#dropped;
  }

  take(tenant: Tenant, bytes: number): void {
    this.#tenants.add(tenant);
    this.#bytes += bytes;
    if (this.#bytes > this.#limit) this.#makeRoom();
  }

  give(tenant: Tenant, bytes: number): void {
    this.#bytes -= bytes;
    if (tenant.bytes === 0) this.#tenants.delete(tenant);
  }

  /** A sixteenth more than is needed at once, since it takes a look at all worlds. */
  #makeRoom(): void {
    const enough = Math.floor((this.#limit / 16) * 15);
    while (this.#bytes > enough) {
      const largest = [...this.#tenants].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const half = Math.ceil(largest.bytes / 2);
      this.#dropped += largest.dropOldest(Math.min(this.#bytes - enough, this.#tenants.size > 1 ? half : Infinity));
    }
  }
}
