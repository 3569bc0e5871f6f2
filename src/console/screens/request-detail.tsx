import { ask, baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { relativeTime, timeText } from '../format.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';
import { jestTest, pytestTest, requestCurl, scenarioOf } from './request-copies.ts';
import { isUnmatched, prettyText, responseStatus, ruleOfLabel } from './request-words.ts';
import type { Request } from './request-copies.ts';

export function RequestDetail({ id }: { readonly id: string }) {
  const request = useResource(id, (signal) => ask<Request>(`/requests/${encodeURIComponent(id)}`, { signal }));
  if (request.error !== undefined) {
    return (
      <article class="detail">
        <DetailHead title={`Request ${id}`} />
        <Failed error={request.error} onRetry={request.reload} />
      </article>
    );
  }
  if (request.data === undefined) return <Loading what={`request ${id}`} />;
  return <Shown request={request.data} />;
}

function Shown({ request }: { readonly request: Request }) {
  const { id, method, path, at, took_ms: tookMs, refused, answer } = request;
  const { tone, word } = responseStatus(request);
  return (
    <article class="detail">
      <DetailHead title={`${method} ${path}`} status={<Badge tone={tone}>{word}</Badge>}>
        Request {id} · <time dateTime={at}>{timeText(at)} UTC</time>
        {now.value !== undefined && ` · ${relativeTime(at, now.value)}`} · took {tookMs} ms
      </DetailHead>
      {isUnmatched(request) && <NearestRoute request={request} />}
      {refused !== null && !isUnmatched(request) && (
        <p class="problem">
          <strong>{refused.reason ?? answer.message}</strong> {refused.kind.replaceAll('_', ' ')}
        </p>
      )}
      <Actions request={request} />
      <Lint request={request} />
      <div class="detail-columns even">
        <Sent request={request} />
        <Answered request={request} />
      </div>
      {!isUnmatched(request) && <Rules request={request} />}
    </article>
  );
}

function NearestRoute({ request: { nearest_route: nearest } }: { readonly request: Request }) {
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

async function target(request: Request) {
  const { credentials } = await ask<AnswerOf<'worlds', 'show'>>('/world');
  return { baseUrl: baseUrl(), credentials: request.key === 'test' ? credentials.test : credentials.live };
}

function Actions({ request }: { readonly request: Request }) {
  const here = { baseUrl: baseUrl() };
  return (
    <div class="actions" role="group" aria-label="Copy">
      <Copy what="the curl command" text={async () => requestCurl(request, await target(request))}>
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
        </>
      )}
      <Copy what="the link to this page" text={() => location.href}>
        Link
      </Copy>
    </div>
  );
}

function Lint({ request: { lint } }: { readonly request: Request }) {
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

const isRaw = (): boolean => route.value.query['view'] === 'raw';

function ViewSwitch() {
  const show = (view: string) => () => setQuery({ view }, { replace: true });
  return (
    <div class="segments" role="group" aria-label="Form of the texts">
      <Button kind="quiet" isPressed={!isRaw()} onClick={show('')}>
        Pretty
      </Button>
      <Button kind="quiet" isPressed={isRaw()} onClick={show('raw')}>
        Raw
      </Button>
    </div>
  );
}

function Sent({ request }: { readonly request: Request }) {
  const { operation, version, key, user_agent: agent, fax_id: about, new_fax_id: made } = request;
  return (
    <Part title="Request">
      <Facts
        facts={{
          Operation: operation && (
            <Link to={{ id: undefined, query: { operation } }} title="Show requests of this operation">
              {operation}
            </Link>
          ),
          Version: version,
          Keys: key ?? (isUnmatched(request) ? undefined : 'none that is known'),
          Client: agent,
          'Request id': request.request_id && <code>{request.request_id}</code>,
          Fax: about === null || about === made ? undefined : <FaxLink id={about} />,
          'New fax': made === null ? undefined : <FaxLink id={made} />,
        }}
      />
      <h4>Parameters</h4>
      <Params request={request} />
    </Part>
  );
}

function Params({ request }: { readonly request: Request }) {
  const { params } = request;
  if (params === null) {
    const reason = isUnmatched(request) ? 'are not read where no route matches' : 'could not be read';
    return <p class="muted">The parameters {reason}.</p>;
  }
  const entries = Object.entries(params);
  if (entries.length === 0) return <p class="muted">None.</p>;
  if (isRaw()) return <Code what="the parameters" text={JSON.stringify(params)} />;
  return <Facts facts={Object.fromEntries(entries.map(([name, value]) => [name, <code>{shownParam(value)}</code>]))} />;
}

const FaxLink = ({ id }: { readonly id: number }) => (
  <>
    <Link to={{ screen: 'faxes', id: String(id) }}>Fax {id}</Link> ·{' '}
    <Link to={{ screen: 'webhooks', query: { fax: String(id) } }}>its webhooks</Link> ·{' '}
    <Link to={{ id: undefined, query: { fax: String(id) } }}>its requests</Link>
  </>
);

const shownParam = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

function Answered({ request }: { readonly request: Request }) {
  const { status, message, type, bytes, body, body_is_cut: isCut, broken } = request.answer;
  return (
    <Part title="Response" actions={<ViewSwitch />}>
      <Facts
        facts={{
          Status: status,
          Connection: broken,
          Message: message,
          Type: type,
          Size: `${bytes.toLocaleString('en')} bytes${isCut ? ', of which the journal keeps the beginning' : ''}`,
        }}
      />
      {body === null ? (
        <p class="muted">The body is no text.</p>
      ) : (
        <Code what="the response" text={isRaw() ? body : prettyText(body)} />
      )}
    </Part>
  );
}

/** The rule that fired, and what the rules that are on now say of such a request. */
function Rules({ request: { id, rule } }: { readonly request: Request }) {
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
            <Badge tone="busy">fired</Badge> <code>{rule}</code>{' '}
            <Link to={{ id: undefined, query: { rule: ruleOfLabel(rule) } }}>Requests that it fired for</Link>
          </>
        )}
      </p>
      <h4>If this request came again now</h4>
      {explained.error !== undefined && <Failed error={explained.error} onRetry={explained.reload} />}
      {explained.data?.length === 0 && <p class="muted">No scenario is on in this world, so no rule would fire.</p>}
      <ul class="rows">
        {explained.data?.map(({ scenario, rule: name, fires, why }) => (
          <li key={`${scenario}/${name}`}>
            <span>
              <code>
                {scenario}/{name}
              </code>{' '}
              <span class="muted">{why}</span>
            </span>
            <Badge tone={fires ? 'good' : 'plain'}>{fires ? 'would fire' : 'would not fire'}</Badge>
          </li>
        ))}
      </ul>
    </Part>
  );
}
