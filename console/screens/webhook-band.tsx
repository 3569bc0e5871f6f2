import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { ComponentChildren } from 'preact';
import { messageIn } from '../format.ts';
import { capital } from '../../src/model/shared/words.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import { lazy } from '../ui/lazy.tsx';
import { Link } from '../ui/link.tsx';
import { genuineResult } from '../../src/model/shared/webhook-answer.ts';
import { RuleLink } from './rule-link.tsx';
import { shownForgery } from '../../src/model/shared/forgery-text.ts';
import { isDropped } from './webhook-attempt.ts';
import type { Attempt } from './webhook-attempt.ts';
import { isRefusedSigned } from './webhook-words.ts';

/** Takes the height of a cause of one line, so that nothing moves when the cause comes. */
const Comparing = () => <p class="muted comparing">Comparing signatures…</p>;

const RefusalCause = lazy('the cause', async () => (await import('./webhook-signature.tsx')).RefusalCause, {
  loading: Comparing,
});

interface BandProps {
  readonly webhook: WebhookRecord;
  readonly attempt: Attempt;
}

/** The fate of an attempt that is not simply accepted: who is at fault, why, and what to do. */
export function WebhookBand(props: BandProps) {
  const { answer, failure, rule, by_rule: isByRule, forgery } = props.attempt;
  if (rule !== null && isDropped(props.attempt)) return <Dropped {...props} rule={rule} />;
  if (rule !== null && forgery !== null) return <Forged {...props} rule={rule} />;
  if (failure === null) return null;
  if (rule !== null && isByRule && answer !== null)
    return <AnsweredByRule {...props} rule={rule} status={answer.status} />;
  if (answer !== null) return <Failure {...{ ...props, failure, answer }} />;
  return (
    <Box {...props}>
      <p>
        <strong>{capital(failure)}.</strong>
      </p>
    </Box>
  );
}

interface BoxProps extends BandProps {
  /** The class of a box that is not about a failure of the program. */
  readonly kind?: 'warning' | 'right';
  readonly children: ComponentChildren;
}

/** The box of an attempt, which says which one it is if there are several. */
const Box = ({ webhook: { attempts, due_at: due }, attempt, kind, children }: BoxProps) => (
  <div class={kind === undefined ? 'problem' : `problem ${kind}`}>
    {attempts.length > 1 && (
      <small class="muted">{attemptText(attempts.indexOf(attempt) + 1, attempts.length, due !== null)}</small>
    )}
    {children}
  </div>
);

/** `Attempt 2 of 3`. Of a webhook with a further attempt to come, the latest is `Attempt 3 so far`. */
const attemptText = (number: number, count: number, isOpen: boolean): string =>
  `Attempt ${number}${isOpen && number === count ? ' so far' : ` of ${count}`}`;

interface RuleProps extends BandProps {
  readonly rule: string;
}

const Dropped = ({ rule, ...of }: RuleProps) => (
  <Box {...of} kind="warning">
    <p>
      <strong>
        Not sent: dropped by <RuleLink label={rule} />.
      </strong>{' '}
      The fields below are those that it would have had.
    </p>
  </Box>
);

const AnsweredByRule = ({ rule, status, ...of }: RuleProps & { readonly status: number }) => (
  <Box {...of} kind="warning">
    <p>
      <strong>
        Not sent: the rule <RuleLink label={rule} /> answered {status} in place of your program.
      </strong>
    </p>
  </Box>
);

/** The latest genuine webhook that the endpoint of this one answered up to then, if it refused it. */
function useRefusedGenuine({ id, url }: WebhookRecord): WebhookRecord | undefined {
  const { data } = useResource(`genuine ${id}`, async (signal) => {
    const input = { before: id + 1, limit: 1000 };
    const all = await ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input, signal });
    const answered = all
      .filter((known) => known.url === url)
      .flatMap((known) => known.attempts.map((attempt) => ({ known, at: attempt.at, result: genuineResult(attempt) })))
      .filter(({ result }) => result !== undefined)
      .sort((one, other) => (one.at < other.at ? -1 : 1));
    const last = answered.at(-1);
    return last?.result === 'refused' ? last.known : undefined;
  });
  return data;
}

function Forged({ webhook, attempt, rule }: RuleProps) {
  const genuine = useRefusedGenuine(webhook);
  const isRight = attempt.forgery === 'refused' && genuine === undefined;
  const message = messageIn(attempt.answer?.body ?? '');
  return (
    <Box {...{ webhook, attempt }} {...(isRight && { kind: 'right' })}>
      <p>
        <strong>
          {capital(shownForgery(attempt) ?? '')}
          {attempt.forgery === 'refused' && genuine !== undefined && (
            <>
              , but it also refuses genuine ones:{' '}
              <Link to={{ screen: 'webhooks', id: String(genuine.id), query: {} }}>webhook {genuine.id}</Link>
            </>
          )}
          .
        </strong>
      </p>
      <p>
        {isRight && 'Your program is right: '}
        {isRight ? 'this' : 'This'} attempt was forged by the rule <RuleLink label={rule} />
        {message !== undefined && `, and your program said: ${message}`}.
      </p>
    </Box>
  );
}

const quotedLength = 200;

interface FailureProps extends BandProps {
  readonly failure: string;
  readonly answer: NonNullable<Attempt['answer']>;
}

/** The program's answer, then the likely reason of the failure with the next steps. */
function Failure({ webhook, attempt, failure, answer: { status, body } }: FailureProps) {
  const message = messageIn(body);
  const bare = failure.replace(/^answered \d+( with "(?:[^"\\]|\\.)*")?(: )?/, '');
  const advice = bare.startsWith('to ') ? `It redirects ${bare}.` : `${capital(bare)}.`;
  return (
    <Box {...{ webhook, attempt }}>
      <p>
        <strong>Your program answered {status}</strong>
        {message !== undefined && ` · ${message}`}
        {message === undefined && body.trim() !== '' && (
          <>
            {' '}
            and <q class="lines">{body.trim().slice(0, quotedLength)}</q>
          </>
        )}
        {message === undefined && '.'}
      </p>
      {isRefusedSigned(attempt) ? (
        <RefusalCause {...{ webhook, attempt, advice }} whileLoading={<Comparing />} />
      ) : (
        <p>{advice}</p>
      )}
    </Box>
  );
}
