import { field, words } from '../fields/record-table.ts';
import type { RecordOf } from '../fields/record-table.ts';

export const blockingRuleTable = {
  id: 'key',
  /** `send` rules stop calls from the account, `receive` rules stop calls to its numbers. */
  direction: field(words(['send', 'receive']), { about: 'The calls that it blocks' }),
  to: field('blocked', { about: 'An E.164 number, a country such as `CA`, or `*` for all' }),
  from: 'blocked',
  /** Set by the service itself; the account cannot delete it. */
  isLocked: field('flag', { about: 'Whether the service has set the rule, so that the account cannot delete it' }),
} as const;

export interface BlockingRule extends RecordOf<typeof blockingRuleTable> {}

export type BlockingDirection = BlockingRule['direction'];

/** An E.164 number, an ISO 3166 alpha-2 country code, or `*` for everything. */
export type BlockingValue = BlockingRule['to'];
