import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { directions, faxStatuses } from '../../model/domain/fax.ts';
import type { Direction, FaxStatus } from '../../model/domain/fax.ts';

/** A property by which records are found. The labels of one kind are read together. */
export interface Label {
  readonly kind: string;
  readonly value: LabelValue;
}

export type LabelValue = string | number;

type BlockedCalls = Pick<BlockingRule, 'direction' | 'from' | 'to'>;

const text =
  (kind: string) =>
  (value: string): Label => ({ kind, value });

const number =
  (kind: string) =>
  (value: number): Label => ({ kind, value });

export const labels = {
  status: text('status'),
  direction: text('direction'),
  /** A fax's direction and status as one label, since many faxes have each of the two. */
  directionStatus: (direction: Direction, status: FaxStatus): Label => ({
    kind: 'directionStatus',
    value: directions.indexOf(direction) * faxStatuses.length + faxStatuses.indexOf(status),
  }),
  /** E.164 with its plus. */
  number: text('number'),
  tag: (name: string, value: string): Label => ({ kind: 'tag', value: tagValue(name, value) }),
  /** A port order's, by the id of one of its numbers. */
  portNumber: number('portNumber'),
  /** A blob that a fax needs. */
  blob: text('blob'),
  /** A delivery's. */
  state: text('state'),
  /** The fax that a delivery is about, or that a fax sends again. */
  fax: number('fax'),
  /** A PhaxCode's. */
  metadata: text('metadata'),
  default: { kind: 'default', value: 'yes' },
  /** The blocking rules of the same calls. */
  blocking: ({ direction, from, to }: BlockedCalls): Label => ({
    kind: 'blocking',
    value: `${direction} ${from} ${to}`,
  }),
  /** A calling code. */
  country: number('country'),
  areaCode: number('areaCode'),
} as const;

/** The length separates name and value, since either may contain any character. */
export const tagValue = (name: string, value: string): string => `${name.length} ${name}${value}`;
