/** What was found about one thing, and what to do about it. */
export interface Diagnosis {
  readonly about: 'simulator' | 'control' | 'port' | 'network' | 'webhook';
  readonly isWell: boolean;
  readonly found: string;
  readonly advice?: string;
}
