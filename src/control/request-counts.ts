import type { Seen } from '../journal/seen.ts';

/** A request that was answered; null in what it never had: a route, or a status before a rule broke the connection. */
type CountedRequest = Pick<Seen, 'operation' | 'version' | 'tookMs'> & {
  readonly answer: Pick<Seen['answer'], 'status'>;
};

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const none = 'none';

interface Durations {
  readonly labels: string;
  /** How many took as long as a bound and no longer than it, but longer than the one before; at the end the rest. */
  readonly within: number[];
  sum: number;
}

/** Counts requests to the service, of all worlds together: a map and a few additions for each. */
export class RequestCounts {
  readonly #byStatus = new Map<string, number>();
  readonly #durations = new Map<string, Durations>();

  add({ operation, version, answer, tookMs }: CountedRequest): void {
    const labels = `operation="${operation ?? none}",version="${version ?? none}"`;
    const key = `${labels},status="${answer.status ?? none}"`;
    this.#byStatus.set(key, (this.#byStatus.get(key) ?? 0) + 1);
    const durations = this.#durations.get(labels) ?? {
      labels,
      within: Array<number>(bounds.length + 1).fill(0),
      sum: 0,
    };
    this.#durations.set(labels, durations);
    const seconds = tookMs / 1000;
    const at = bounds.findIndex((bound) => seconds <= bound);
    const bucket = at < 0 ? bounds.length : at;
    durations.within[bucket] = (durations.within[bucket] ?? 0) + 1;
    durations.sum += seconds;
  }

  /** By labels as Prometheus writes them. */
  get byStatus(): ReadonlyMap<string, number> {
    return this.#byStatus;
  }

  /** The samples of a histogram, by the ends of their names and their labels. */
  histogram(): [end: string, labels: string, value: number][] {
    return [...this.#durations.values()].flatMap(({ labels, within, sum }) => {
      let count = 0;
      const buckets = within.map((more, index): [string, string, number] => {
        count += more;
        return ['_bucket', `${labels},le="${bounds[index] ?? '+Inf'}"`, count];
      });
      return [...buckets, ['_sum', labels, sum], ['_count', labels, count]];
    });
  }
}
