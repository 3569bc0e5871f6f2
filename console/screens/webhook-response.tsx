import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { runsOf } from '../equal-runs.ts';
import { withoutAdvice, zonedText } from '../format.ts';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { RuleLink } from './rule-link.tsx';
import { isDropped } from './webhook-attempt.ts';
import type { Attempt } from './webhook-attempt.ts';
import { Body } from './webhook-request.tsx';

export interface ResponseProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
  readonly number: number;
  /** The last attempt of a run with this response. Default: the attempt itself. */
  readonly last?: Attempt;
  /** Whether the box above says why it failed, because it is about the chosen attempt. Default: true. */
  readonly isChosen?: boolean;
}

/** The responses to all attempts, for paper; successive equal ones stand once. */
export const AllResponses = ({ of: webhook, chosen }: { readonly of: WebhookRecord; readonly chosen: Attempt }) => (
  <>
    {runsOf(webhook.attempts, alikeResponses).map((run) => {
      const [attempt] = run;
      const number = webhook.attempts.indexOf(attempt) + 1;
      const last = run.at(-1) ?? attempt;
      return <Response key={number} {...{ webhook, attempt, number, last }} isChosen={run.includes(chosen)} />;
    })}
  </>
);

const alikeResponses = {
  resultOf: ({ answer, failure, rule_did: did }: Attempt) => JSON.stringify([answer, failure, did]),
};

/** The response to an attempt. */
export function Response({ webhook, attempt, number, last = attempt, isChosen = true }: ResponseProps) {
  const end = webhook.attempts.indexOf(last) + 1;
  const { at, took_ms: tookMs, answer, rule, by_rule: isByRule } = attempt;
  return (
    <Part title={last === attempt ? `Response to attempt ${number}` : `Responses to attempts ${number} to ${end}`}>
      <Facts
        facts={{
          Time: last === attempt ? zonedText(at) : `${zonedText(at)} to ${zonedText(last.at)}`,
          Duration: isByRule || last !== attempt ? undefined : `${tookMs} ms`,
          Status: answer?.status,
          Failure: isChosen ? undefined : failureBeside(attempt),
          Rule: rule && <RuleLink label={rule} />,
          'What the rule did': actsText(attempt),
        }}
      />
      {answer === null ? (
        <p class="muted">{noResponse(attempt)}</p>
      ) : answer.body === '' ? (
        <p class="muted">The response has no body.</p>
      ) : (
        <Body text={answer.body} what="the response" />
      )}
    </Part>
  );
}

function noResponse(attempt: Attempt): string {
  if (isDropped(attempt)) return 'Nothing was sent: a rule dropped it.';
  return attempt.failure === null ? 'Nothing was sent: it is recorded only.' : 'There was no response.';
}

/** Why an attempt failed, without the advice, which the box above has once; undefined if the status and the body say all. */
function failureBeside({ failure }: Attempt): string | undefined {
  const reason = withoutAdvice(failure ?? '');
  return reason === '' || /^answered \d+(?: with "|$)/.test(reason) ? undefined : reason;
}

/** `delayed, forged`; undefined if no rule did anything. */
const actsText = ({ rule_did: did }: Attempt): string | undefined =>
  did.length === 0 ? undefined : did.join(', ').replaceAll('_', ' ');
