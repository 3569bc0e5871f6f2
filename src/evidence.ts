/** A choice that has no evidence from the real service, or too little. */
export interface Assumption {
  /** An operation, or a wider part of the service. */
  readonly about: string;
  readonly choice: string;
  readonly because: string;
}
