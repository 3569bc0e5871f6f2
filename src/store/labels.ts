/** What records can be found by: those of one kind are read from records together. */
export interface Label {
  readonly kind: string;
  readonly value: Value;
}

export type Value = string | number;

const text =
  (kind: string) =>
  (value: string): Label => ({ kind, value });

const number =
  (kind: string) =>
  (value: number): Label => ({ kind, value });

export const labels = {
  status: text('status'),
  direction: text('direction'),
  /** E.164 with its plus. */
  number: text('number'),
  tag: (name: string, value: string): Label => ({ kind: 'tag', value: tagValue(name, value) }),
  /** A port order's, by the id of one of its numbers. */
  portNumber: number('portNumber'),
  /** A blob that a fax needs. */
  blob: text('blob'),
  /** A delivery's. */
  state: text('state'),
  fax: number('fax'),
  /** A PhaxCode's. */
  metadata: text('metadata'),
  default: { kind: 'default', value: 'yes' },
  /** A calling code. */
  country: number('country'),
  areaCode: number('areaCode'),
} as const;

/** The length keeps apart what any character between the two could stand in. */
export const tagValue = (name: string, value: string): string => `${name.length} ${name}${value}`;
