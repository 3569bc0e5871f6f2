/** A document that the service keeps for the account, to be had with a PhaxCode on it. */
export interface HostedDocument {
  readonly name: string;
  readonly title: string;
  readonly lines: readonly string[];
}

/**
 * The hosted documents of every account (assumed): users upload them on the service's web pages, not by the API. The
 * first name is that of the v1 Node client's README.
 */
export const hostedDocuments: readonly HostedDocument[] = [
  { name: 'order-form', title: 'Order form', lines: ['Item:', 'Quantity:', 'Deliver to:'] },
  { name: 'intake-form', title: 'Intake form', lines: ['Name:', 'Date of birth:', 'Reason for the visit:'] },
  { name: 'cover-sheet', title: 'Cover sheet', lines: ['To:', 'From:', 'Pages:'] },
];
