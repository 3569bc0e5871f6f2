import type { BlockingRule } from '../../model/domain/blocking-rule.ts';
import { directions, faxStatuses } from '../../model/domain/fax.ts';
import type { Direction, FaxStatus } from '../../model/domain/fax.ts';

/** A property by which records can be found. Labels of the same kind are read together. */
export interface Label {
  readonly kind: string;
  readonly value: LabelValue;
}

/** Any of several properties, of which a record has at most one, such as its status. The values are different. */
export interface LabelChoice {
  readonly kind: string;
  readonly values: readonly LabelValue[];
}

/** The labels of one kind as a choice. */
export const anyOf = (first: Label, ...others: readonly Label[]): LabelChoice => ({
  kind: first.kind,
  values: [...new Set([first, ...others].map(({ value }) => value))],
});

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
  /** A fax's direction and status as one label, because each of them alone matches many faxes. */
  directionStatus: (direction: Direction, status: FaxStatus): Label => ({
    kind: 'directionStatus',
    value: directions.indexOf(direction) * faxStatuses.length + faxStatuses.indexOf(status),
  }),
  /** E.164 with its plus. */
  number: text('number'),
  tag: (name: string, value: string): Label => ({ kind: 'tag', value: tagValue(name, value) }),
  /** Label of a port order: the id of one of its numbers. */
  portNumber: number('portNumber'),
  /** Label of a fax: a blob that it needs. */
  blob: text('blob'),
  /** A delivery's. */
  state: text('state'),
  /** The fax that a delivery reports on, or that a fax resends. */
  fax: number('fax'),
  /** A PhaxCode's. */
  metadata: text('metadata'),
  default: { kind: 'default', value: 'yes' },
  /** Label of a blocking rule: the calls that it blocks. */
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
