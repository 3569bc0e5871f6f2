import { compareUntilSure, untilSettled } from '../../../src/lab/parity/confirm.ts';
import type { OldSides, Side } from '../../../src/lab/parity/side.ts';
import { sideThatSends } from './sides.ts';
import type { Sent } from './sides.ts';

/** The faxes of as many runs of both programs as a comparison can need. */
export interface RecordedRuns {
  readonly olds: readonly (readonly Sent[])[];
  readonly news: readonly (readonly Sent[])[];
}

/** The findings of a comparison that gets these runs, one after the other. */
export async function findingsOf({ olds, news }: RecordedRuns): Promise<string[]> {
  const sides = olds.map(sideThatSends) as unknown as OldSides;
  const take = async (count: number) => {
    const [first, second, ...more] = sides;
    return Promise.resolve([first, second, ...more.slice(0, count - 2)] as const);
  };
  const open = news.map(sideThatSends);
  const runNew = async (): Promise<Side> => Promise.resolve(open.shift()!);
  const { found } = await compareUntilSure({ sides: await untilSettled(take), take }, runNew);
  return found.findings.map(({ kind, sentence }) => `${kind}: ${sentence}`);
}
