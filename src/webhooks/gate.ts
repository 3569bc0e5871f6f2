interface Line {
  running: number;
  waiting: (() => void)[];
  /** How many of `waiting` have been let in. */
  admitted: number;
}

/** Lets so many works run at a time, for each host and overall. Hosts take turns; within one, first come, first served. */
export class Gate {
  readonly #overall: number;
  readonly #perHost: number;
  readonly #lines = new Map<string, Line>();
  #running = 0;

  constructor({ overall, perHost }: { readonly overall: number; readonly perHost: number }) {
    this.#overall = overall;
    this.#perHost = perHost;
  }

  async run<T>(host: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(host);
    try {
      return await work();
    } finally {
      this.#leave(host);
    }
  }

  #enter(host: string): Promise<void> {
    return new Promise((admit) => {
      const line = this.#lines.get(host) ?? { running: 0, waiting: [], admitted: 0 };
      this.#lines.set(host, line);
      line.waiting.push(admit);
      this.#admit();
    });
  }

  #leave(host: string): void {
    const line = this.#lines.get(host);
    if (line === undefined) return;
    line.running -= 1;
    this.#running -= 1;
    if (line.running === 0 && line.waiting.length === line.admitted) this.#lines.delete(host);
    this.#admit();
  }

  #admit(): void {
    while (this.#running < this.#overall) {
      const next = this.#nextLine();
      if (next === undefined) return;
      const [host, line] = next;
      // To the end of the map: the others go first next time.
      this.#lines.delete(host);
      this.#lines.set(host, line);
      line.running += 1;
      this.#running += 1;
      takeFirst(line)?.();
    }
  }

  #nextLine(): [string, Line] | undefined {
    for (const entry of this.#lines) {
      const [, { waiting, admitted, running }] = entry;
      if (admitted < waiting.length && running < this.#perHost) return entry;
    }
    return undefined;
  }
}

/** Cuts off what was admitted now and then only: `shift` would move ten thousand others each time. */
function takeFirst(line: Line): (() => void) | undefined {
  const first = line.waiting[line.admitted];
  line.admitted += 1;
  if (line.admitted >= 1000 || line.admitted === line.waiting.length) {
    line.waiting = line.waiting.slice(line.admitted);
    line.admitted = 0;
  }
  return first;
}
