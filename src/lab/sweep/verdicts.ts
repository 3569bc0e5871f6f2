import { keysOf } from '../../model/shared/objects.ts';
import type { ReportTone } from '../report/form.ts';

interface VerdictShape {
  readonly sign: string;
  readonly tone: ReportTone;
  readonly meaning: string;
}

/** The verdicts, the worst first, with their signs and meanings in reports. */
export const verdicts = {
  wrong: {
    sign: 'W',
    tone: 'bad',
    meaning: 'the world has a wrong state, or the program fails at a fault that it must survive',
  },
  broken: { sign: 'B', tone: 'broken', meaning: 'the program crashes, or is not finished at the limit' },
  degraded: { sign: 'd', tone: 'busy', meaning: 'the program fails at a fault at which it may fail' },
  unaffected: { sign: '·', tone: 'good', meaning: 'the program passes, and the world is right' },
  'not reached': { sign: '-', tone: 'waiting', meaning: 'the program did not reach this point' },
} as const satisfies Readonly<Record<string, VerdictShape>>;
export type VerdictName = keyof typeof verdicts;
export const verdictNames = keysOf(verdicts);
