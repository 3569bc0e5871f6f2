import { fromNames } from '../shared/objects.ts';

/** How sure one can be that the real service does the same, the surest first. */
export const marks = ['recorded', 'documented', 'client', 'third-party', 'assumed'] as const;
export type Mark = (typeof marks)[number];

/** Why something is as it is. */
export interface Proof {
  readonly mark: Mark;
  /** The place where it was seen; of an assumption, its reason. */
  readonly source: string;
}

/** The meaning of each mark. */
export const markMeanings: Readonly<Record<Mark, string>> = {
  recorded: 'seen in recorded traffic of the real service',
  documented: 'said by its documentation',
  client: 'done, or expected, by an official client',
  'third-party': 'told by code or posts of others',
  assumed: 'a choice, since nothing is known',
};

const proof =
  (mark: Mark) =>
  (source: string): Proof => ({ mark, source });

export const recorded = proof('recorded');
export const documented = proof('documented');
export const client = proof('client');
export const thirdParty = proof('third-party');
export const assumed = proof('assumed');

/** The same proof of several names. */
export const all = <const N extends string>(same: Proof, ...names: readonly N[]): Readonly<Record<N, Proof>> =>
  fromNames<Record<N, Proof>>(names, () => same);

export const traffic2017 = recorded('v2 traffic of 2017');
export const traffic2021 = recorded('v2.1 traffic of 2021');
export const v1Reference = documented('v1 reference');
export const v2Reference = documented('v2 reference');
export const v21Reference = documented('v2.1 reference');
export const rubyV1 = client('Ruby client 0.5');

const v1Page = documented('v1 reference, paging');

export const v1PageParameters = { page: v1Page, maxperpage: v1Page };
export const pageParameters = all(documented('v2 reference, paging; echoed to official clients'), 'page', 'per_page');

export const rangeParameters = all(v2Reference, 'created_before', 'created_after');
export const v1RangeParameters = all(v1Reference, 'start', 'end');
