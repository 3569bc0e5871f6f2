/** Only `open` was ever seen from the real service; the other states are assumed (see `src/evidence`). */
export const portOrderStatuses = ['open', 'submitted', 'scheduled', 'completed', 'rejected', 'cancelled'] as const;
export type PortOrderStatus = (typeof portOrderStatuses)[number];

/** A note of the porting team about a number. */
export interface PortNote {
  /** Of all notes in the world. */
  readonly id: number;
  readonly text: string;
  readonly author: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** One number that is to be moved onto the account. */
export interface PortNumber {
  readonly id: number;
  /** E.164 with its plus. */
  readonly number: string;
  readonly status: PortOrderStatus;
  /** Oldest first. */
  readonly notes: readonly PortNote[];
}

/** The steps of a port order; `domain/port-course.ts` has their order. */
export const portSteps = ['bill', 'submit', 'schedule', 'transfer', 'script'] as const;
export type PortStep = (typeof portSteps)[number];

/** A step that a scenario wrote for an order, so many ms after the one before. */
export interface ScriptedPortStep {
  readonly afterMs: number;
  /** The one that it has already: only the note is new. */
  readonly status: PortOrderStatus;
  /** Null: the usual note of the status. */
  readonly note: string | null;
}

/** The next step of an order that is under way. */
export interface PortDue {
  readonly at: number;
  readonly step: PortStep;
  /** Of the scripted step for `script`, from 0; 0 for other steps. */
  readonly index: number;
}

/** The applicant of a port order, as the losing carrier knows it. */
export interface PortApplicant {
  readonly contactNumber: string;
  readonly contactEmail: string;
  readonly nameOnAccount: string;
  readonly accountIdentifier: string;
  /** Null for a residential order. */
  readonly nameOfBusiness: string | null;
  readonly providerName: string;
  readonly portOutPin: string | null;
  readonly portType: 'business' | 'residential';
  /** Null when the order's bill is sent by mail instead, and nothing of it was given. */
  readonly billing: PortOrderBilling | null;
  /** The electronic signature: the signer's name as typed. */
  readonly esig: string;
}

/** A request to move numbers from another provider onto the account. */
export interface PortOrder extends PortApplicant {
  readonly id: number;
  readonly status: PortOrderStatus;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly completedAt: number | null;
  /** When the numbers are to be moved; null until it is agreed. */
  readonly requestedFor: number | null;
  readonly billReceivedAt: number | null;
  readonly numbers: readonly PortNumber[];
  /** The course that a scenario has for it, in place of the usual one; empty: none. */
  readonly script: readonly ScriptedPortStep[];
  /** Null once it is done, or when a scripted course leaves it where it is. */
  readonly due: PortDue | null;
}

/** Null in the fields that the request left out; an order with a bill by mail may leave out all. */
export interface PortOrderBilling {
  readonly number: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly zip: number | null;
}

/** Ids that were seen in November 2021: orders and numbers are counted across all customers. */
export const firstPortIds = { order: 31, number: 3154 } as const;
