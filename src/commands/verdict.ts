import { consoleUrl } from '../console-url.ts';
import type { FlagValues } from './flags.ts';
import { withSimulator } from './simulator-at.ts';

/** The verdicts of all expectations, and the rules that never fired, as `scenario/rule`. */
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
  const { answer, baseUrl } = await withSimulator(options, async ({ scenarios, baseUrl }) => ({
    answer: await scenarios.verdicts(),
    baseUrl,
  }));
  const { verdicts, never_fired: neverFired } = answer;
  const console = consoleUrl(baseUrl, 'requests');
  const lines = linesOf({ verdicts, neverFired }, (rule) => `; requests: ${console}?rule=${encodeURIComponent(rule)}`);
  const text = lines.length === 0 ? 'nothing is expected of any client' : lines.join('\n');
  process.stdout.write(`${options.json ? JSON.stringify(answer, undefined, 2) : text}\n`);
  return unmetLines({ verdicts, neverFired }).length === 0 ? 0 : unmet;
}

/** `linkOf` adds where the requests of a rule are shown; a simulator that ends shows them no more. */
function linesOf({ verdicts, neverFired }: Verdicts, linkOf: (rule: string) => string = () => ''): string[] {
  return [
    ...verdicts.map(
      ({ scenario, rule, expectation, because, ...found }) =>
        `${found.verdict}: ${scenario}/${rule} ${expectation}: ${because}${linkOf(`${scenario}/${rule}`)}`,
    ),
    ...neverFired.map((rule) => `never fired: ${rule}`),
  ];
}

/** The lines about unmet expectations for the end of a simulator; empty when all were met. */
export function unmetLines({ verdicts, neverFired }: Verdicts): string[] {
  return linesOf({ verdicts: verdicts.filter((found) => found.verdict !== 'passed'), neverFired });
}
