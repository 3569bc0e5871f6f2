import type { OperationId } from '../domain/operation.ts';

type ServicePart =
  | 'authentication'
  | 'calls'
  | 'documents'
  | 'fixtures'
  | 'paging'
  | 'portOrders'
  | 'refusals'
  | 'requests'
  | 'times'
  | 'webhooks';

/** A choice for which there is no evidence from the real service, or too little. */
export interface Assumption {
  /** An operation, or a wider part of the service. */
  readonly about: OperationId | ServicePart;
  readonly choice: string;
  readonly because: string;
}
