/** Only `open` was ever seen from the real service; the other states are assumed (see `src/evidence`). */
export const portOrderStatuses = ['open', 'submitted', 'scheduled', 'completed', 'rejected', 'cancelled'] as const;
export type PortOrderStatus = (typeof portOrderStatuses)[number];

/** One number that is to be moved onto the account. */
export interface PortNumber {
  readonly id: number;
  /** E.164 with its plus. */
  readonly number: string;
  readonly status: PortOrderStatus;
}

/** A request to move numbers from another provider onto the account. */
export interface PortOrder {
  readonly id: number;
  readonly contactNumber: string;
  readonly contactEmail: string;
  readonly nameOnAccount: string;
  readonly accountIdentifier: string;
  /** Null for a residential order. */
  readonly nameOfBusiness: string | null;
  readonly providerName: string;
  readonly portOutPin: string | null;
  readonly portType: 'business' | 'residential';
  /** Null when the order's bill is sent by mail instead. */
  readonly billing: PortOrderBilling | null;
  /** The electronic signature: the signer's name as typed. */
  readonly esig: string;
  readonly status: PortOrderStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
  /** When the numbers are to be moved; null until it is agreed. */
  readonly requestedFor: number | null;
  readonly billReceivedAt: number | null;
  readonly numbers: readonly PortNumber[];
}

export interface PortOrderBilling {
  readonly number: string;
  readonly address1: string;
  readonly address2: string | null;
  readonly city: string;
  readonly state: string;
  readonly zip: number;
}
