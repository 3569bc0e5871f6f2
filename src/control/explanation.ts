import * as v from 'valibot';
import { faxHistoryText } from './client/fax-history-text.ts';
import { faxOfVerdict, verdictText } from './client/verdict-text.ts';
import type { VerifyResult } from './client/verdict-text.ts';
import { consoleUrl } from '../model/shared/urls.ts';
import type { ControlContext } from './control-route.ts';
import { historyBody } from './fax-queries.ts';
import { worldUrl } from './worlds.ts';

/**
 * The fields of each verdict. `explanation` is the complete text of a failed check, for the message of a test; empty if the check
 * passed.
 */
export const verdictEntries = { passed: v.boolean(), message: v.string(), explanation: v.string() };

/**
 * The text for a failed test in any language: the expectation, the nearest item, and the history of the fax concerned, with their
 * addresses in the console if it outlives the test. Empty for a passed check.
 */
export function explanationOf(context: ControlContext, verdict: VerifyResult, fax?: number): string {
  if (verdict.passed) return '';
  const baseUrl = context.about.endsWithProgram ? undefined : worldUrl(context);
  const id = fax ?? faxOfVerdict(verdict);
  const history = typeof id === 'number' ? historyText(context, id, baseUrl) : [];
  const again = baseUrl === undefined ? [wayToKeep] : [];
  return [verdictText(verdict, {}, { runner: undefined, baseUrl }), ...history, ...again].join('\n\n');
}

const wayToKeep =
  'To see it again after the tests: faxsim exec --bundle-on-failure FILE with this command, then faxsim replay FILE';

function historyText({ world }: ControlContext, id: number, baseUrl: string | undefined): string[] {
  if (world.store.faxes.get(id) === undefined) return []; // a check for a fax that was never there
  const link = baseUrl === undefined ? '' : `\n  ${consoleUrl(baseUrl, `faxes/${id}`)}`;
  return [`${faxHistoryText(historyBody(world, id)).trimEnd()}${link}`];
}
