import type { Tone } from '../history/fax-event.ts';

/** The kinds of entries of the activity. */
export const activityKinds = [
  'request',
  'control',
  'fax',
  'webhook',
  'rule',
  'scenario',
  'settings',
  'port_order',
  'clock',
  'world',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** An event in words, with the texts that a search finds it by. */
export interface Happening<Kind extends ActivityKind = ActivityKind> {
  readonly kind: Kind;
  /** The kind of the change, as in the events of a world: `created`, `changed`, `attempted`, `answered`, `moved`, … */
  readonly action: string;
  /** Ms on the world's clock. */
  readonly at: number;
  /** The id of the fax, webhook, request, port order or world, or the name of the scenario or rule, if any. */
  readonly subject: number | string | null;
  readonly faxId: number | null;
  /** The batch that a request fires or closes. */
  readonly batch?: number | null;
  /** The numbers that the event is about, in E.164; the first is that of the other end. */
  readonly numbers: readonly string[];
  readonly status: string | null;
  /** A line for people: `Fax 12 to +12025550180 fails: error 17, Busy`. */
  readonly summary: string;
  /** Why something failed: `error 17, Busy`; null without a failure. */
  readonly reason: string | null;
  /** The scenario rule that fired, `scenario/rule#n`, if any. */
  readonly rule: string | null;
  readonly tone: Tone;
  /** Further faults of a request, computed on each call: the diagnosis of its refusal, and the warnings of lint. */
  readonly remarks?: () => readonly string[];
  /** Whether the activity leaves it out, as it does a counted read. */
  readonly isSilent?: true;
}

/** An entry of the activity. */
export interface ActivityEntry extends Happening {
  /** The number of the note. Numbers ascend in the order of notes; a request is noted when it is answered. */
  readonly id: number;
}

/** The empty values of fields that only some kinds have. */
export const blank = {
  subject: null,
  faxId: null,
  numbers: [],
  status: null,
  reason: null,
  rule: null,
  tone: 'plain',
} as const;
