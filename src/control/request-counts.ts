import type { ObservedRequest } from '../worlds/journal/observed-request.ts';

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const none = 'none';

/** A status with the requests that got it. */
interface StatusCount {
  readonly labels: string;
  count: number;
}

/** The requests of one operation in one version. */
interface Series {
  readonly labels: string;
  readonly statuses: Map<number | null, StatusCount>;
  /**
   * The number of requests in each interval of the histogram: up to a bound, but above the previous one. The last item counts the
   * rest.
   */
  readonly within: number[];
  sum: number;
}

/** Counts the requests to all worlds. A request costs a few look-ups and additions. */
export class RequestCounts {
  readonly #series = new Map<string, Map<string, Series>>();
  readonly #statuses: StatusCount[] = [];

  add({ profile: { operation, version }, answer, tookMicros }: ObservedRequest): void {
    const series = this.#seriesOf(operation ?? none, version ?? none);
    this.#statusOf(series, answer.status).count++;
    const seconds = tookMicros / 1e6;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket++;
    series.within[bucket] = (series.within[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  #seriesOf(operation: string, version: string): Series {
    const versions = this.#series.get(operation) ?? new Map<string, Series>();
    const known = versions.get(version);
    if (known !== undefined) return known;
    const series: Series = {
      labels: `operation="${operation}",version="${version}"`,
      statuses: new Map(),
      within: Array<number>(bounds.length + 1).fill(0),
      sum: 0,
    };
    this.#series.set(operation, versions.set(version, series));
    return series;
  }

  #statusOf({ labels, statuses }: Series, status: number | null): StatusCount {
    const known = statuses.get(status);
    if (known !== undefined) return known;
    const counted = { labels: `${labels},status="${status ?? none}"`, count: 0 };
    statuses.set(status, counted);
    this.#statuses.push(counted);
    return counted;
  }

  /** Counts by labels as Prometheus writes them. */
  get byStatus(): ReadonlyMap<string, number> {
    return new Map(this.#statuses.map(({ labels, count }) => [labels, count]));
  }

  /** The samples of a histogram, by the ends of their names and their labels. */
  histogram(): [end: string, labels: string, value: number][] {
    const all = [...this.#series.values()].flatMap((versions) => [...versions.values()]);
    return all.flatMap(({ labels, within, sum }) => {
      let count = 0;
      const buckets = within.map((more, index): [string, string, number] => {
        count += more;
        return ['_bucket', `${labels},le="${bounds[index] ?? '+Inf'}"`, count];
      });
      return [...buckets, ['_sum', labels, sum], ['_count', labels, count]];
    });
  }
}
