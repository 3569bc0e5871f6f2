import type { FlagValues } from './flags.ts';
import { withSimulator } from './simulator-at.ts';

/** What clients have shown of what the scenarios expect, and the rules that never fired, as `scenario/rule`. */
export interface Verdicts {
  readonly verdicts: readonly {
    readonly scenario: string;
    readonly rule: string;
    readonly expectation: string;
    readonly verdict: string;
    readonly because: string;
  }[];
  readonly neverFired: readonly string[];
}

/** By custom of this program: something was expected of a client that it has not shown. */
export const unmet = 3;

/** Of the world that is asked for: prints all, and returns 0 when all is as expected, else 3. */
export async function verdict(options: FlagValues): Promise<number> {
  const answer = await withSimulator(options, ({ scenarios }) => scenarios.verdicts());
  const { verdicts, never_fired: neverFired } = answer;
  const lines = linesOf({ verdicts, neverFired });
  const text = lines.length === 0 ? 'nothing is expected of any client' : lines.join('\n');
  process.stdout.write(`${options.json ? JSON.stringify(answer, undefined, 2) : text}\n`);
  return unmetLines({ verdicts, neverFired }).length === 0 ? 0 : unmet;
}

function linesOf({ verdicts, neverFired }: Verdicts): string[] {
  return [
    ...verdicts.map(
      ({ scenario, rule, expectation, because, ...found }) =>
        `${found.verdict}: ${scenario}/${rule} ${expectation}: ${because}`,
    ),
    ...neverFired.map((rule) => `never fired: ${rule}`),
  ];
}

/** What is to be told at the end of a simulator: what was not met; empty: all was. */
export function unmetLines({ verdicts, neverFired }: Verdicts): string[] {
  return linesOf({ verdicts: verdicts.filter((found) => found.verdict !== 'passed'), neverFired });
}
