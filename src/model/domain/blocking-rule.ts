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
