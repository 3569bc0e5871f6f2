import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { wasRefused } from '../../src/model/shared/refused-request.ts';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { ask, fetchService, fileInput } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import type { KeyPair } from '../key-parameters.ts';
import { operationIn, refusalIn, useCoverage } from '../coverage.ts';
import { durationWords } from '../format.ts';
import { saveFile } from '../save-file.ts';
import { answerTone, Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { Link } from '../ui/link.tsx';
import { Facts } from '../ui/facts.tsx';
import { Part } from '../ui/split.tsx';
import { haveFile, jsonPieces, textParameter } from '../../src/model/shared/curl.ts';
import { jsonType } from './explorer-request.ts';
import type { FilledRequest } from './explorer-request.ts';
import { isJsonObject } from './json-text.ts';
import { EvidentJson } from './json-view.tsx';
import { ProofTerm } from './proof.tsx';

/** A response of the API. */
export interface ServiceResponse {
  readonly status: number;
  /** The ms from the request to the end of the response. */
  readonly ms: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob;
  /** The text of the body; empty for a file. */
  readonly text: string;
  /** The request in the journal, which also knows of a refusal that has the status 200, as in v1. */
  readonly record: RequestRecord | undefined;
}

/** Sends a request with a key pair, or without keys. Rejects without a complete response. */
export async function responseTo(
  { method, path, body: filled }: FilledRequest,
  keys: KeyPair | undefined,
): Promise<ServiceResponse> {
  const begin = performance.now();
  const type = filled?.type === jsonType ? { 'Content-Type': jsonType } : {};
  const init = { method, headers: { 'X-Faxsim-Evidence': 'on', ...type }, body: await bodyOf(filled) };
  const response = await fetchService(path, keys, init);
  const body = await response.blob();
  const ms = performance.now() - begin;
  const text = /^(?:text|application\/json)\b/.test(body.type) ? await body.text() : '';
  const record = await recordOf(response.headers.get('X-Request-Id')).catch(() => undefined); // an addition
  return { status: response.status, ms, headers: Object.fromEntries(response.headers), body, text, record };
}

async function bodyOf(body: FilledRequest['body']): Promise<BodyInit | null> {
  if (body === undefined) return null;
  if (body.type === jsonType) return (await Promise.all(jsonPieces(body.json).map(base64Of))).join('');
  const { type, parameters } = body;
  if (type === 'form' && !haveFile(parameters)) return new URLSearchParams(parameters.map(textParameter));
  const form = new FormData();
  for (const [name, value] of parameters) form.append(name, value);
  return form;
}

const base64Of = async (piece: string | File): Promise<string> =>
  typeof piece === 'string' ? piece : (await fileInput(piece)).base64;

/** The record of the request, which the journal already has when the response is sent. */
async function recordOf(requestId: string | null): Promise<RequestRecord | undefined> {
  const { requests } = await ask<AnswerOf<'requests', 'list'>>('/requests', { input: { limit: 100 } });
  return requestId === null ? undefined : requests.findLast((request) => request.request_id === requestId);
}

interface ResponsePartProps {
  readonly response: ServiceResponse;
  /** The name in the evidence. */
  readonly operation: string;
  readonly version: string;
}

/** The response, with the evidence of each field beside it, and the way to its request in the journal. */
export function ResponsePart({ response, operation, version }: ResponsePartProps) {
  const { status, ms, headers, body, text, record } = response;
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { top = 0 } = section.current?.getBoundingClientRect() ?? {};
    if (top > innerHeight / 2) section.current?.scrollIntoView(); // the response is below all fields on a phone
  }, [response]);
  const coverage = useCoverage();
  const refused = record?.refused ?? undefined;
  const call = operationIn(coverage, operation, version);
  const proofs = refused
    ? refusalIn(coverage, { operation, version }, refused.kind)
    : { status: call?.call, text: call?.message };
  const isRefusal = wasRefused(status, refused ?? null);
  return (
    <div ref={section}>
      <Part
        title="Response"
        actions={record && <Link to={{ screen: 'requests', id: String(record.id) }}>Request {record.id}</Link>}
      >
        <Facts
          label={(name) => (name === 'Status' ? <ProofTerm proof={proofs?.status}>{name}</ProofTerm> : name)}
          facts={{
            Status: <Badge tone={answerTone(isRefusal)}>{String(status)}</Badge>,
            Time: durationWords(ms),
            Size: `${body.size.toLocaleString('en')} bytes`,
            Evidence: evidenceText(headers['x-faxsim-evidence']),
            Hint: headers['x-faxsim-hint'],
          }}
        />
        {isJsonObject(text) ? (
          <EvidentJson {...{ text, coverage, version, isRefusal }} what="the response" message={proofs?.text} />
        ) : (
          <OtherBody body={body} text={text} name={operation} />
        )}
        <details>
          <summary>{Object.keys(headers).length} headers</summary>
          <Facts facts={headers} />
        </details>
      </Part>
    </div>
  );
}

/** `documented · parameters: 19 documented · fields: 2 recorded, 39 documented`, of the header that says so in short. */
function evidenceText(header: string | undefined): string | undefined {
  return header
    ?.split(/; */)
    .map((part) => {
      const [, name, counts] = /^(\w+)=(.+)$/.exec(part) ?? [];
      if (name === undefined || counts === undefined) return part;
      const words = counts.split(/, */).map((count) => count.replace(/^([\w-]+):(\d+)$/, '$2 $1'));
      return `${name}: ${words.join(', ')}`;
    })
    .join(' · ');
}

/** A body other than JSON: a text or a file, shown if it is a picture. */
function OtherBody({ body, text, name }: { readonly body: Blob; readonly text: string; readonly name: string }) {
  const url = useMemo(() => URL.createObjectURL(body), [body]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (body.size === 0) return <p class="muted">No body.</p>;
  if (text !== '') return <Code what="the response" text={text} />;
  const [, extension = 'bin'] = /^\w+\/(\w+)/.exec(body.type) ?? [];
  return (
    <div class="actions">
      {body.type.startsWith('image/') && <img class="picture" src={url} alt="The file" />}
      <Button onClick={() => saveFile(body, `${name}.${extension}`)}>Save</Button>
    </div>
  );
}
