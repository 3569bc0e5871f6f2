import { prettyText } from '../../src/model/shared/json-text.ts';
import type { RawRequest, RequestRecord } from '../../src/control/client/named-types.ts';
import { ask, askBlob } from '../api.ts';
import { operationIn, refusalIn, useCoverage } from '../coverage.ts';
import type { CoverageProof } from '../coverage.ts';
import { pluralize } from '../format.ts';
import { useResource } from '../resource.ts';
import { route } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { SubLine } from '../ui/sub-line.tsx';
import { ViewSwitch } from '../ui/view-switch.tsx';
import { closedJson, isJsonObject } from './json-text.ts';
import { EvidentJson, JsonView } from './json-view.tsx';
import { ProofTerm } from './proof.tsx';
import { fileName } from './request-copies.ts';
import { isUnmatched } from './request-words.ts';
import { V3Ids } from './v3-ids.tsx';

const isRaw = (): boolean => route.value.query['view'] === 'raw';

/** The request of the client. */
export function RequestSection({ request }: { readonly request: RequestRecord }) {
  const { operation, version, user_agent: agent, fax_id: about, new_fax_ids: newFaxes } = request;
  const call = operationIn(useCoverage(), operation, version)?.call;
  return (
    <Part
      title="Request"
      actions={<ViewSwitch label="Parts of the request" name="part" words={['Parameters', 'Headers', 'Raw']} />}
    >
      <Facts
        label={(name) => (name === 'Operation' ? <ProofTerm proof={call}>{name}</ProofTerm> : name)}
        facts={{
          Operation: operation && (
            <Link to={{ id: undefined, query: { operation } }} title="Show requests of this operation">
              {operation}
            </Link>
          ),
          Evidence: operation && <Link to={{ screen: 'evidence', id: operation, query: {} }}>of {operation}</Link>,
          Query: request.query && <code>?{request.query}</code>,
          Version: version,
          Keys: keysText(request),
          Client: agent,
          'Request id': request.request_id && <code>{request.request_id}</code>,
          Fax: about === null || newFaxes.includes(about) ? undefined : <FaxLink id={about} />,
          'New fax': newFaxes.length === 0 ? undefined : newFaxes.map((id) => <FaxLink key={id} id={id} />),
        }}
      />
      <Arrived request={request} />
    </Part>
  );
}

/** The keys of a request; undefined for a refused one, whose reason says more. */
function keysText(request: RequestRecord): string | undefined {
  const isNone = isUnmatched(request) || request.refused?.kind === 'unauthorized';
  return request.key ?? (isNone ? undefined : 'none that is known');
}

/** The parameters of a request, its headers, or the raw request. */
function Arrived({ request }: { readonly request: RequestRecord }) {
  const { id } = request;
  const {
    data: raw,
    error,
    reload,
  } = useResource(String(id), (signal) => ask<RawRequest>(`/requests/${id}/raw`, { signal }));
  const part = route.value.query['part'];
  if (error !== undefined) return <Failed error={error} onRetry={reload} />;
  if (part === 'headers') return <Headers raw={raw} />;
  if (part === 'raw') return raw === undefined ? null : <Raw request={request} raw={raw} />;
  return (
    <>
      <h4>Parameters</h4>
      <Params request={request} raw={raw} />
      <Files raw={raw} />
    </>
  );
}

const Headers = ({ raw }: { readonly raw: RawRequest | undefined }) => (
  <>
    <h4>Headers</h4>
    <dl class="facts">
      {raw?.headers.map(({ name, value }, index) => (
        <div key={`${index} ${name}`}>
          <dt>{name}</dt>
          <dd>
            <code>{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  </>
);

function Raw({ request: { method, path, query }, raw }: { readonly request: RequestRecord; readonly raw: RawRequest }) {
  const { headers, body, body_bytes: bytes, body_is_cut: isCut } = raw;
  const lines = [
    `${method} ${path}${query && `?${query}`} HTTP/1.1`,
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ];
  return (
    <>
      <h4>As it came</h4>
      <Code what="the request" text={`${lines.join('\n')}\n\n${body.replaceAll('\r\n', '\n')}`} />
      {isCut && (
        <p class="muted">faxsim keeps the beginning of the body, which had {bytes.toLocaleString('en')} bytes.</p>
      )}
    </>
  );
}

/** The files in the parts of a form, each with its download. */
function Files({ raw }: { readonly raw: RawRequest | undefined }) {
  const files = (raw?.parts ?? [])
    .map((part, index) => ({ ...part, index }))
    .filter(({ filename }) => filename !== null);
  if (raw === undefined || files.length === 0) return null;
  const save = (index: number, filename: string) => async (): Promise<void> =>
    saveFile(await askBlob(`/requests/${raw.id}/parts/${index + 1}`), filename);
  return (
    <>
      <h4>Files</h4>
      <ul class="rows">
        {files.map(({ index, name, filename, type, bytes, is_cut: isCut }) => (
          <li key={index}>
            <span>
              <code>{name}</code> {filename}{' '}
              <span class="muted">
                {type} · {isCut ? 'only the beginning is kept' : `${bytes.toLocaleString('en')} bytes`}
              </span>
            </span>
            {!isCut && <Button label={`Download ${filename}`} icon="file" onClick={save(index, filename ?? '')} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The parameters, without the files of a form. */
function Params({ request, raw }: { readonly request: RequestRecord; readonly raw: RawRequest | undefined }) {
  const { params, operation, version } = request;
  const proofs = operationIn(useCoverage(), operation, version)?.parameters ?? {};
  if (params === null) return <p class="muted">The parameters could not be read: Raw has the body.</p>;
  const files = (raw?.parts ?? []).flatMap(({ filename }) => filename ?? []);
  const isListed = (value: unknown): boolean =>
    Array.isArray(value) ? value.length > 0 && value.every(isListed) : files.includes(fileName(value) ?? '');
  const entries = Object.entries(params).filter(([, value]) => !isListed(value));
  if (entries.length === 0) return <p class="muted">None.</p>;
  return (
    <Facts
      facts={Object.fromEntries(entries.map(([name, value]) => [name, <Param name={name} value={value} />]))}
      label={(name) => <ProofTerm proof={proofs[name]}>{name}</ProofTerm>}
    />
  );
}

const FaxLink = ({ id }: { readonly id: number }) => (
  <>
    <SubLine
      of={[
        <Link to={{ screen: 'faxes', id: String(id) }}>Fax {id}</Link>,
        <V3Ids fax={id} />,
        !isPrinted.value && <Link to={{ screen: 'webhooks', query: { fax: String(id) } }}>Webhooks of this fax</Link>,
        !isPrinted.value && <Link to={{ id: undefined, query: { fax: String(id) } }}>Requests about this fax</Link>,
      ]}
    />
  </>
);

function Param({ name, value }: { readonly name: string; readonly value: unknown }) {
  if (typeof value === 'string') return <code>{value}</code>;
  const text = JSON.stringify(value);
  return text.length < 40 ? <code>{text}</code> : <JsonView text={text} what={name} />;
}

/** `11.2 kB more, which faxsim does not keep`. */
function restText(bytes: number, kept: string): string {
  const rest = bytes - new TextEncoder().encode(kept).length;
  const size = rest < 1000 ? pluralize(rest, 'byte') : `${(rest / 1000).toFixed(1)} kB`;
  return `${size} more, which faxsim does not keep`;
}

/** The response to the client. */
export function Answered({ request }: { readonly request: RequestRecord }) {
  const { status, message, type, bytes, body_is_cut: isCut, broken } = request.answer;
  const proofs = proofsOf(request, useCoverage());
  return (
    <Part title="Response" actions={<ViewSwitch label="Form of the response" name="view" words={['Pretty', 'Raw']} />}>
      <Facts
        label={(name) => <ProofTerm proof={proofs[name]}>{name}</ProofTerm>}
        facts={{
          Status: status,
          Connection: broken,
          Message: message,
          Type: type,
          Size: `${bytes.toLocaleString('en')} bytes${isCut ? ', of which faxsim keeps the beginning' : ''}`,
        }}
      />
      <AnswerBody request={request} message={proofs.Message} />
    </Part>
  );
}

interface AnswerProofs extends Readonly<Record<string, CoverageProof | null | undefined>> {
  readonly Status: CoverageProof | null | undefined;
  readonly Message: CoverageProof | null | undefined;
}

/** The evidence for the status and the message of an answer. */
function proofsOf(
  { operation, version, refused }: RequestRecord,
  coverage: ReturnType<typeof useCoverage>,
): AnswerProofs {
  if (refused === null) {
    return { Status: undefined, Message: operationIn(coverage, operation, version)?.message };
  }
  const refusal = refusalIn(coverage, { operation, version }, refused.kind);
  return { Status: refusal?.status, Message: refusal?.text };
}

interface AnswerBodyProps {
  readonly request: RequestRecord;
  readonly message: CoverageProof | null | undefined;
}

/** The body: as sent, as JSON, or as JSON with the evidence for each field. */
function AnswerBody({ request: { answer, version, refused }, message }: AnswerBodyProps) {
  const { body, bytes, body_is_cut: isCut } = answer;
  const coverage = useCoverage();
  if (body === null) return <p class="muted">The body is no text.</p>;
  const json = isCut ? closedJson(body) : isJsonObject(body) ? body : undefined;
  if (isRaw() || json === undefined) return <Code what="the response" text={isRaw() ? body : prettyText(body)} />;
  const rest = isCut ? restText(bytes, body) : undefined;
  if (version === null) return <JsonView what="the response" text={json} rest={rest} />;
  return (
    <EvidentJson
      what="the response"
      text={json}
      {...{ rest, coverage, version, message }}
      isRefusal={refused !== null}
    />
  );
}
