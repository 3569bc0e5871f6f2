/** A history that shares the space. */
interface Tenant {
  readonly bytes: number;
  /** Drops its oldest notes until that many bytes are free, or nothing is left. Returns the number of lost requests. */
  dropOldest(bytes: number): number;
}

/**
 * The shared memory of the histories of all worlds. When it is full, the largest history drops its oldest requests, so that a busy
 * world does not harm a quiet one.
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

  /** The number of requests dropped since the start, deleted worlds included. */
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

  /** Frees a sixteenth more than needed, because it must look at all worlds. */
  #makeRoom(): void {
    const enough = Math.floor((this.#limit / 16) * 15);
    while (this.#bytes > enough) {
      const largest = [...this.#tenants].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const half = Math.ceil(largest.bytes / 2);
      this.#dropped += largest.dropOldest(Math.min(this.#bytes - enough, this.#tenants.size > 1 ? half : Infinity));
    }
  }
}
