import { pluralize } from '../../model/shared/words.ts';
import type { HarBody } from './har-body.ts';

const namesMax = 20;

/** The parts that an entry contains. */
interface SeenParts {
  readonly body: Pick<HarBody, 'lacks'>;
  readonly isAnswered: boolean;
  readonly hasContent: boolean;
}

/** Counts the entries that are left out, and the parts that a HAR file lacks. */
export class Gaps {
  bodies = 0;
  files = 0;
  answers = 0;
  unanswered = 0;
  anonymous = 0;
  preflights = 0;
  times = 0;
  readonly #version: string;
  readonly #others = new Map<string, number>();
  readonly #faults: string[] = [];

  constructor(version: string) {
    this.#version = version;
  }

  note({ body: { lacks }, isAnswered, hasContent }: SeenParts): void {
    if (lacks === 'body') this.bodies += 1;
    if (lacks === 'file') this.files += 1;
    if (!isAnswered) this.unanswered += 1;
    else if (!hasContent) this.answers += 1;
  }

  /** Notes an entry of another host; undefined if it has no valid URL. */
  other(url: URL | undefined): void {
    const name = url === undefined ? 'URLs that are none' : nameOfHost(url);
    this.#others.set(name, (this.#others.get(name) ?? 0) + 1);
  }

  /** Notes an entry that cannot be read, by its first fault. */
  faulty(fault: string): void {
    this.#faults.push(fault);
  }

  get texts(): string[] {
    const requests = (count: number): string => pluralize(count, 'request');
    const texts: readonly (readonly [count: number, text: string])[] = [
      [this.preflights, `${pluralize(this.preflights, 'question')} of a browser before requests (OPTIONS)`],
      [this.bodies, `the bodies of ${requests(this.bodies)}: the HAR lacks them`],
      [this.files, `the files in ${requests(this.files)}: the HAR lacks their bytes`],
      [this.answers, `the answers to ${requests(this.answers)}: the HAR was saved without their content`],
      [this.unanswered, `the answers to ${requests(this.unanswered)}, which were broken off`],
      [this.anonymous, `the credentials of ${requests(this.anonymous)}: the HAR was saved without sensitive data`],
      [this.times, `the times of ${requests(this.times)}: startedDateTime is no time`],
    ];
    return [
      ...this.#otherVersion,
      ...this.#otherHosts,
      ...this.#faultyEntries,
      ...texts.filter(([count]) => count > 0).map(([, text]) => text),
    ];
  }

  /** An empty version means 1.1. */
  get #otherVersion(): string[] {
    const isRead = /^(?:1(?:\.\d+)?)?$/.test(this.#version);
    return isRead ? [] : [`the parts that version ${JSON.stringify(this.#version)} has and version 1.2 has not`];
  }

  /** `12 entries of other hosts: fonts.example (10), cdn.example (2)`. */
  get #otherHosts(): string[] {
    const all = [...this.#others].toSorted(([, one], [, other]) => other - one);
    if (all.length === 0) return [];
    const count = all.reduce((sum, [, some]) => sum + some, 0);
    const names = all.map(([host, some]) => `${host} (${some})`);
    return [`${pluralize(count, 'entry', 'entries')} of other hosts: ${shortList(names, 'more host')}`];
  }

  get #faultyEntries(): string[] {
    const all = this.#faults;
    if (all.length === 0) return [];
    return [
      `${pluralize(all.length, 'faulty entry', 'faulty entries')}: ${shortList(all, 'more entry', 'more entries')}`,
    ];
  }
}

/** The host of a URL, with its scheme unless that is HTTP: `fonts.example`, `wss://api.phaxio.com`, `data:`. */
const nameOfHost = ({ protocol, host }: URL): string =>
  /^https?:$/.test(protocol) ? host : `${protocol}${host === '' ? '' : `//${host}`}`;

/** The first names, and the count of the others. */
function shortList(names: readonly string[], one: string, several?: string): string {
  const more = names.length > namesMax ? ` and ${pluralize(names.length - namesMax, one, several)}` : '';
  return `${names.slice(0, namesMax).join(', ')}${more}`;
}
