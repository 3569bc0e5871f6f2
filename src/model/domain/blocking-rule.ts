/** `send` rules stop calls from the account, `receive` rules stop calls to its numbers. */
export type BlockingDirection = 'send' | 'receive';

/** An E.164 number, an ISO 3166 alpha-2 country code, or `*` for everything. */
export type BlockingValue = string;

export interface BlockingRule {
  readonly id: number;
  readonly direction: BlockingDirection;
  readonly to: BlockingValue;
  readonly from: BlockingValue;
  /** Set by the service itself; the account cannot delete it. */
  readonly isLocked: boolean;
}

/** One end of a call. Either part is null where it is unknown: an unset caller id, or an unknown country. */
export interface CallParty {
  readonly number: string | null;
  readonly country: string | null;
}

/** A call that is about to be made or answered. */
export interface PhoneCall {
  readonly direction: BlockingDirection;
  readonly from: CallParty;
  readonly to: CallParty;
}

/** The first rule that stops the call; undefined when it may go on. */
export function findBlock(rules: Iterable<BlockingRule>, call: PhoneCall): BlockingRule | undefined {
  for (const rule of rules) {
    if (rule.direction === call.direction && matches(rule.from, call.from) && matches(rule.to, call.to)) return rule;
  }
  return undefined;
}

function matches(value: BlockingValue, party: CallParty): boolean {
  return value === '*' || value === party.number || value === party.country;
}
