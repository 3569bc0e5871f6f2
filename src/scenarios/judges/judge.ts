/** What a client has shown so far; pending: there is nothing to judge yet. */
export interface Finding {
  readonly verdict: 'passed' | 'failed' | 'pending';
  /** A sentence that says why: which request, and when. */
  readonly because: string;
}

/** A request, a fax or a webhook, as those who watch see it. */
export interface Seen {
  /** The operation; `fax` or `webhook`. */
  readonly on: string;
  /** The same for all that ask for the same, whoever asks. */
  readonly identity: string;
  /** How it is called where people read of it. */
  readonly shown: string;
  /** On the world's clock. */
  readonly at: number;
  /** What the rule counts by. */
  readonly counted: string | undefined;
}

/** A fax that comes to be. */
export interface MadeFax {
  readonly id: number;
  /** Recipients and document. */
  readonly content: string;
  /** The fax whose document it sends again. */
  readonly resends: number | undefined;
  readonly at: number;
}

/** How an application answered a webhook that a rule has spoilt. */
export interface Told {
  readonly shown: string;
  readonly at: number;
  /** Null: there was no answer. */
  readonly status: number | null;
}

/** Watches one thing that a rule expects. What it remembers is bounded. */
export interface Judge {
  /** A request came, whether the rule touches it or not. */
  saw?(seen: Seen): void;
  /** The rule fired. `retryAfter` is in ms. */
  touched?(seen: Seen, retryAfter: number | undefined): void;
  /** A fax came to be. */
  made?(fax: MadeFax): void;
  /** A fax came to be of which the client never hears. */
  lost?(fax: MadeFax): void;
  told?(webhook: Told): void;
  finding(): Finding;
}

/** More than that is not followed, by each judge. */
export const mostFollowed = 1000;

export const time = (ms: number): string => new Date(ms).toISOString();

export const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** A range in words. */
export function wanted({ min, max }: { readonly min: number; readonly max: number }): string {
  if (min === max) return `${min}`;
  if (max === Infinity) return `${min} or more`;
  return min === 0 ? `at most ${max}` : `${min} to ${max}`;
}
