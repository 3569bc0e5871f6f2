/** The settings and the purse of the one account that a world has. */
export interface Account {
  readonly balanceCents: number;
  /** Long-term file storage: when it is off, no fax keeps its file, and none can be resent. */
  readonly storesFiles: boolean;
  /** Called for sent faxes that name no callback URL of their own; null: none. */
  readonly sendCallbackUrl: string | null;
  /** Called for received faxes whose number has no callback URL of its own; null: none. */
  readonly receiveCallbackUrl: string | null;
}
