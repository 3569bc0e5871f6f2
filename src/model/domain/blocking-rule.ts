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

/** The same for all rules of the same calls. */
export const blockingKey = ({ direction, from, to }: Pick<BlockingRule, 'direction' | 'from' | 'to'>): string =>
  `${direction} ${from} ${to}`;

/** The keys of the rules that stop a call, so that a call costs the same with any number of rules. */
export function stoppingKeys({ direction, from, to }: PhoneCall): string[] {
  const keys = [];
  for (const caller of ['*', from.number, from.country]) {
    for (const called of ['*', to.number, to.country]) {
      if (caller !== null && called !== null) keys.push(blockingKey({ direction, from: caller, to: called }));
    }
  }
  return keys;
}
