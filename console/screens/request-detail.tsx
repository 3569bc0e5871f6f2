import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import type { RawRequest, RequestRecord } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { Id, SubLine } from '../ui/sub-line.tsx';
import { LongTime } from '../ui/times.tsx';
import { DetailHead } from './detail-head.tsx';
import { MissingRecord } from './missing-record.tsx';
import { requestCurl } from '../../src/control/client/request-curl.ts';
import { jestTest, pytestTest, scenarioOf } from './request-copies.ts';
import { Answered, RequestSection } from './request-parts.tsx';
import { shortPath } from './request-target.ts';
import { isUnmatched, responseStatus, ruleOfLabel } from './request-words.ts';
import { openRewind, RewindForm } from './rewind-form.tsx';
import { outcomeWords } from './scenario-words.ts';

export function RequestDetail({ id }: { readonly id: string }) {
  const request = useResource(id, (signal) => ask<RequestRecord>(`/requests/${encodeURIComponent(id)}`, { signal }), {
    changedBy: (event) => event.kind === 'request' && event.action === 'cleared',
  });
  if (request.error !== undefined) {
    return (
      <MissingRecord
        of="request"
        id={id}
        error={request.error}
        onRetry={request.reload}
        wasThere={request.data !== undefined}
      />
    );
  }
  if (request.data === undefined) return <Loading what={`request ${id}`} />;
  return <LoadedRequest request={request.data} />;
}

function LoadedRequest({ request }: { readonly request: RequestRecord }) {
  const { id, method, path, at, took_ms: tookMs, refused, answer } = request;
  const { tone, word } = responseStatus(request);
  return (
    <article class="detail">
      <DetailHead title={`${method} ${shortPath(path)}`} status={<Badge tone={tone}>{word}</Badge>}>
        <SubLine
          of={[<Id of="Request" id={id} what="the id of the request" />, <LongTime at={at} />, `took ${tookMs} ms`]}
        />
      </DetailHead>
      {isUnmatched(request) && <NearestRoute request={request} />}
      {refused !== null && !isUnmatched(request) && (
        <p class="problem">
          <strong>{refused.reason ?? answer.message}</strong>
          {kindText(refused)}
          {refused.kind === 'unauthorized' && (
            <>
              {'. '}
              {refused.diagnosis !== null && `${refused.diagnosis}. `}
              <Link to={{ screen: 'connect', id: undefined, query: {} }}>The keys of this world</Link>
            </>
          )}
        </p>
      )}
      <Actions request={request} />
      <Lint request={request} />
      <div class="detail-columns even">
        <RequestSection request={request} />
        <Answered request={request} />
      </div>
      {!isUnmatched(request) && <Rules request={request} />}
    </article>
  );
}

/** The kind of a refusal, unless its reason says the same: `Refused as not found`. */
function kindText({ kind, reason }: NonNullable<RequestRecord['refused']>): string {
  const words = kind.replaceAll('_', ' ');
  return reason?.toLowerCase() === words ? '' : ` Refused as ${words}`;
}

async function curlText(request: RequestRecord): Promise<string> {
  const [raw, { credentials }] = await Promise.all([
    ask<RawRequest>(`/requests/${request.id}/raw`),
    ask<AnswerOf<'worlds', 'show'>>('/world'),
  ]);
  const pair = request.key === 'test' ? credentials.test : credentials.live;
  return requestCurl(request, raw, { baseUrl: baseUrl(), credentials: pair });
}

/** The buttons that copy a request in several forms, and that rewind the world to before it. */
function Actions({ request }: { readonly request: RequestRecord }) {
  const here = { baseUrl: baseUrl() };
  return (
    <div class="actions" role="group" aria-label="Actions">
      <Copy what="the curl command" text={() => curlText(request)}>
        curl
      </Copy>
      {!isUnmatched(request) && (
        <>
          <Copy what="a test for Jest" text={() => jestTest(request, here)}>
            Jest test
          </Copy>
          <Copy what="a test for pytest" text={() => pytestTest(request, here)}>
            pytest
          </Copy>
          <Copy what="a scenario for this request" text={() => scenarioOf(request)}>
            Scenario
          </Copy>
          <Link class="button" to={{ screen: 'scenarios', query: { view: 'edit', request: String(request.id) } }}>
            <Icon name="scenario" />
            Edit as a scenario
          </Link>
        </>
      )}
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
      <Button title="Return the world to before this request" onClick={() => openRewind(request.id)}>
        Rewind…
      </Button>
      <RewindForm />
    </div>
  );
}

function NearestRoute({ request: { nearest_route: nearest } }: { readonly request: RequestRecord }) {
  return (
    <p class="problem warning">
      <strong>No route of the API matches this request.</strong>{' '}
      {nearest === null ? (
        'No route is similar.'
      ) : (
        <>
          The nearest is <code>{nearest}</code>.
        </>
      )}
    </p>
  );
}

function Lint({ request: { lint } }: { readonly request: RequestRecord }) {
  if (lint.length === 0) return null;
  return (
    <Part title="Lint">
      <ul class="rows">
        {lint.map(({ rule, level, parameter, message }) => (
          <li key={`${rule} ${parameter ?? ''}`}>
            <span>
              {message}{' '}
              <Link to={{ id: undefined, query: { lint: rule } }} class="tag" title="Show requests with this remark">
                {rule}
              </Link>
            </span>
            <Badge tone={level === 'warning' ? 'mixed' : 'plain'}>{level}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** The rule that fired, and the verdicts of the active rules on such a request. */
function Rules({ request: { id, rule } }: { readonly request: RequestRecord }) {
  const explained = useResource(
    String(id),
    (signal) => ask<AnswerOf<'requests', 'explain'>>(`/requests/${id}/explain`, { signal }),
    { changedBy: ({ kind }) => kind === 'scenario' },
  );
  return (
    <Part title="Rules">
      <p class="rule-fired">
        {rule === null ? (
          <span class="muted">No scenario rule touched this request.</span>
        ) : (
          <>
            <Badge tone="on">fired</Badge> <code>{scenarioText(rule)}</code>{' '}
            <Link to={{ id: undefined, query: { rule: ruleOfLabel(rule) } }}>Requests that it fired for</Link>
          </>
        )}
      </p>
      <h4>If this request came again now</h4>
      {explained.error !== undefined && <Failed error={explained.error} onRetry={explained.reload} />}
      {explained.data?.length === 0 && <p class="muted">No scenario is on in this world, so no rule would fire.</p>}
      <ul class="rows">
        {explained.data?.map(({ scenario, rule: name, fires, why }) => {
          const [word, text] = outcomeWords({ fires, why });
          return (
            <li key={`${scenario}/${name}`}>
              <span>
                <code>
                  {scenarioText(scenario)}/{name}
                </code>{' '}
                <span class="muted">{text}</span>
              </span>
              <Badge tone={fires ? 'good' : 'plain'}>{word}</Badge>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}
