import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { operationIn, refusalIn, useCoverage } from '../coverage.ts';
import type { CoverageProof } from '../coverage.ts';
import { route, setQuery } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { Facts, Part } from '../ui/split.tsx';
import { isJsonObject, JsonView } from './json-view.tsx';
import { ProofTerm } from './proof.tsx';
import { isUnmatched, prettyText } from './request-words.ts';

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

/** The request of the client. */
export function RequestSection({ request }: { readonly request: RequestRecord }) {
  const { operation, version, key, user_agent: agent, fax_id: about, new_fax_id: newFax } = request;
  const call = operationIn(useCoverage(), operation, version)?.call;
  return (
    <Part
      title="Request"
      actions={operation && <Link to={{ screen: 'evidence', id: operation, query: {} }}>Evidence of {operation}</Link>}
    >
      <Facts
        label={(name) => (name === 'Operation' ? <ProofTerm proof={call}>{name}</ProofTerm> : name)}
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
          Fax: about === null || about === newFax ? undefined : <FaxLink id={about} />,
          'New fax': newFax === null ? undefined : <FaxLink id={newFax} />,
        }}
      />
      <h4>Parameters</h4>
      <Params request={request} />
    </Part>
  );
}

function Params({ request }: { readonly request: RequestRecord }) {
  const { params, operation, version } = request;
  const proofs = operationIn(useCoverage(), operation, version)?.parameters ?? {};
  if (params === null) {
    const reason = isUnmatched(request) ? 'are not read where no route matches' : 'could not be read';
    return <p class="muted">The parameters {reason}.</p>;
  }
  const entries = Object.entries(params);
  if (entries.length === 0) return <p class="muted">None.</p>;
  if (isRaw()) return <Code what="the parameters" text={JSON.stringify(params)} />;
  return (
    <Facts
      facts={Object.fromEntries(entries.map(([name, value]) => [name, <code>{shownParam(value)}</code>]))}
      label={(name) => <ProofTerm proof={proofs[name]}>{name}</ProofTerm>}
    />
  );
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

/** The response to the client. */
export function Answered({ request }: { readonly request: RequestRecord }) {
  const { status, message, type, bytes, body, body_is_cut: isCut, broken } = request.answer;
  const { operation, version, refused } = request;
  const coverage = useCoverage();
  const refusal = refused === null ? undefined : refusalIn(coverage, { operation, version }, refused.kind);
  const text = refused === null ? operationIn(coverage, operation, version)?.message : refusal?.text;
  const proofs: Readonly<Record<string, CoverageProof | null | undefined>> = { Status: refusal?.status, Message: text };
  return (
    <Part title="Response" actions={<ViewSwitch />}>
      <Facts
        label={(name) => <ProofTerm proof={proofs[name]}>{name}</ProofTerm>}
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
      ) : isRaw() || version === null || !isJsonObject(body) ? (
        <Code what="the response" text={isRaw() ? body : prettyText(body)} />
      ) : (
        <JsonView
          what="the response"
          text={body}
          coverage={coverage}
          version={version}
          isRefusal={refused !== null}
          message={text}
        />
      )}
    </Part>
  );
}
