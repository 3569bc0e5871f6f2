/** The kinds of points at which a fault can happen. */
export type PointKind = 'call' | 'fax' | 'portOrder' | 'webhook';

/** A place in the run of a program where a fault can happen: the nth thing of its kind with these facts. */
export interface Point {
  readonly kind: PointKind;
  /** The word of `on` in the rule: an operation, `fax`, `portOrder` or `webhook`. */
  readonly on: string;
  /** Facts of the scenario language, by name. */
  readonly where: Readonly<Record<string, string | number>>;
  /** From 1, among those with the same facts. */
  readonly nth: number;
  /** Equal for points at which the same fault shows the same of the program. */
  readonly shape: string;
  /** A fax with several recipients. */
  readonly hasSeveralRecipients: boolean;
  /** A send of which the program makes several with the same recipients, so that a second one is no mistake. */
  readonly isRepeated: boolean;
  /** A send whose fax has a webhook that an application accepts. */
  readonly hasWebhook: boolean;
}

/** `sendFax(v2.1, to=+12025550123)#1`: the name of a point in reports and lists. */
export function nameOf({ on, where, nth }: Pick<Point, 'on' | 'where' | 'nth'>): string {
  const facts = Object.entries(where).map(([name, value]) => factText(name, String(value)));
  return `${on}(${facts.filter((text) => text !== '').join(', ')})#${nth}`;
}

function factText(name: string, value: string): string {
  const short = value.length > longest ? `${value.slice(0, longest)}…` : value;
  if (name === 'version' || name === 'event') return short;
  return name === 'attempt' ? '' : `${name.replace(/^params\./, '')}=${short}`;
}

const longest = 40;
