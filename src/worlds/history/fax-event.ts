/** The text of an event, and whether it is good or bad news. */
export interface EventText {
  /** A phrase, usually with the fax as its subject: `transmits page 3 of 5`, `webhook fax_completed: answered 200`. */
  readonly summary: string;
  readonly tone: Tone;
  /** The page that the fax transmits, or on which it fails, from 1. */
  readonly page?: number | null;
}

/** `bad` is a failure of the world or the program; an act of the person at the controls, even a refused one, is `plain`. */
export const tones = ['plain', 'good', 'bad'] as const;
export type Tone = (typeof tones)[number];

export const faxEventKinds = ['created', 'step', 'changed', 'request', 'webhook', 'rule', 'rewound'] as const;

/** An event in the life of a fax. */
export interface FaxHistoryEvent extends EventText {
  /** `step`: progress of the fax itself; `changed`: a change by a call; `request`: a call without a change. */
  readonly kind: (typeof faxEventKinds)[number];
  /** Ms on the world's clock. */
  readonly at: number;
  /** The call that caused it, such as `POST /v2.1/faxes`, if any. */
  readonly by: string | null;
  /** The ids of the event's requests. Equal reads in a row are one event. */
  readonly requests: readonly number[];
  /** The id of the event's webhook, if any. */
  readonly webhook: number | null;
  /** The number of the attempt at that webhook, from 1. */
  readonly attempt: number | null;
  /** The scenario rule that fired, `scenario/rule#n`; null if none fired. */
  readonly rule: string | null;
  /** Null if the event is about no page. */
  readonly page: number | null;
}

/** An event that no call and no rule caused. */
export const blankEvent = { by: null, requests: [], webhook: null, attempt: null, rule: null, page: null } as const;
