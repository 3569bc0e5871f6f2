import { useState } from 'preact/hooks';
import { apiVersions } from '../../src/model/domain/operation.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import type { KeyPair } from '../key-parameters.ts';
import { usualVersion } from '../api-versions.ts';
import { readOperations } from '../operations.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { FaultContext, Field, faultsOf, focusFault, refusalOf, useFaults } from '../ui/field.tsx';
import type { Faults } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Part, Split } from '../ui/split.tsx';
import { Empty, Failed, Loading } from '../ui/states.tsx';
import { SubLine } from '../ui/sub-line.tsx';
import { isTable } from '../ui/table.tsx';
import { say } from '../ui/toast.tsx';
import { curlFields, curlOf, jsonPieces } from '../../src/model/shared/curl.ts';
import { DetailHead } from './detail-head.tsx';
import { unsentOf } from './explorer-query.ts';
import { inOrder, ParameterField, textOf } from './explorer-field.tsx';
import { fieldsOf, jsonIn, jsonType, requestOf, withKeys } from './explorer-request.ts';
import type { BodyType, ExplorerField, ExplorerOperation, FilledRequest } from './explorer-request.ts';
import { ResponsePart, responseTo } from './explorer-response.tsx';
import type { ServiceResponse } from './explorer-response.tsx';
import { LeftOut } from './left-out.tsx';
import { OperationList } from './operation-list.tsx';
import { useWorld } from './world-data.ts';

/** The operations of the API, each with a form that sends it to the world of the page. */
export function ExplorerScreen() {
  const { id, query } = route.value;
  const version = apiVersions.find((known) => known === query['version']) ?? usualVersion;
  const { data, error, reload } = useResource(version, (signal) => readOperations(version, signal));
  const chosen = data?.find((operation) => operation.id === id);
  const isMissing = data !== undefined && id !== undefined && chosen === undefined;
  return (
    <Split
      isTable={isTable.value}
      list={
        <>
          {error !== undefined && <Failed error={error} onRetry={reload} />}
          {data === undefined ? <Loading what="the operations" /> : <OperationList all={data} version={version} />}
        </>
      }
      detail={chosen && <Operation key={`${version} ${chosen.id}`} operation={chosen} version={version} />}
      detailLabel={chosen?.summary ?? 'Operation'}
      placeholder={
        <Empty title={isMissing ? `${version} has no operation ${id}` : 'Choose an operation'}>
          <p>Fill in its parameters, send the request with the keys of this world, and read the response.</p>
        </Empty>
      }
    />
  );
}

interface OperationProps {
  readonly operation: ExplorerOperation;
  readonly version: ApiVersion;
}

/** An operation with its parameters, the request that they make, and the response to it. */
function Operation({ operation, version }: OperationProps) {
  const { name, summary, method, path } = operation;
  const found = useWorld();
  return (
    <article class="detail">
      <DetailHead title={summary}>
        <SubLine
          of={[
            <code>
              {method} {path}
            </code>,
            <Link to={{ screen: 'evidence', id: name }}>Evidence of {name}</Link>,
            <Link to={{ screen: 'requests', query: { operation: name, version } }}>Its requests</Link>,
          ]}
        />
      </DetailHead>
      {found.error !== undefined && <Failed error={found.error} onRetry={found.reload} />}
      {found.data === undefined ? (
        <Loading what="the keys of this world" />
      ) : (
        <RequestForm operation={operation} version={version} world={found.data} />
      )}
    </article>
  );
}

const broken = 'No whole response came: a scenario that is on breaks the connection, or the simulator has ended.';

/** Checks a form, then sends its request. Returns the faults of the form, and the response. */
function useSending(request: FilledRequest, keys: KeyPair | undefined, command: string) {
  const [isBusy, setBusy] = useState(false);
  const [response, setResponse] = useState<ServiceResponse | typeof broken>();
  const [sentCommand, setSentCommand] = useState('');
  const { faults, forget } = useFaults();
  const send = async (form: HTMLFormElement): Promise<void> => {
    faults.value = faultsOf(form);
    if (isBusy || focusFault(form, faults.value)) return;
    setBusy(true);
    const keyed = withKeys(request, keys);
    const sent = await responseTo(keyed.request, keyed.keys).catch((): typeof broken => broken);
    setBusy(false);
    setResponse(sent);
    setSentCommand(command);
    if (typeof sent !== 'string') {
      faults.value = { ...refusalOf(form, sent.record?.refused?.reason ?? ''), ...violationsIn(sent.text) };
    }
    say(typeof sent === 'string' ? sent : `The response has the status ${sent.status}`);
  };
  return { send, isBusy, response, isEarlier: sentCommand !== command, faults, forget };
}

/** The fields that a refusal of v3 names, with its words about each. */
function violationsIn(text: string): Faults {
  const { details } = (jsonIn(text) ?? {}) as { details?: { fieldViolations?: readonly Record<string, string>[] } };
  const violations = details?.fieldViolations ?? [];
  return Object.fromEntries(
    violations.map(({ field = '', description }) => [/^[^.[]*/.exec(field)?.[0] ?? '', description]),
  );
}

interface RequestFormProps extends OperationProps {
  readonly world: AnswerOf<'worlds', 'show'>;
}

function RequestForm({ operation, version, world: { credentials, project_id: projectId } }: RequestFormProps) {
  const { name, bodies } = operation;
  const { keys: mode = '', body: chosen } = route.value.query;
  const body = bodies.find(({ type }) => type === chosen)?.type;
  const fields = fieldsOf(operation, body);
  const [files, setFiles] = useState<Readonly<Record<string, readonly File[]>>>({});
  const keys = mode === 'none' ? undefined : mode === 'test' ? credentials.test : credentials.live;
  const texts = Object.fromEntries(fields.map((field) => [field.name, textOf(operation, field, projectId)]));
  const request = requestOf(operation, { ...texts, ...files }, body);
  const command = curlText(request, keys);
  const { send, isBusy, response, isEarlier, faults, forget } = useSending(request, keys, command);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLFormElement) void send(event.currentTarget);
  };
  return (
    <FaultContext.Provider value={faults}>
      <form class="detail-columns request-form" noValidate onSubmit={submit} onInput={forget}>
        <ParameterPart
          {...{ operation, version, fields, texts }}
          onFiles={(field, chosenFiles) => setFiles({ ...files, [field]: chosenFiles })}
        />
        <div class="sent-column">
          <Part title="Request">
            <div class="request-line">
              <KeysField mode={mode} />
              {bodies.length > 1 && (
                <BodyField
                  types={bodies.map(({ type }) => type)}
                  chosen={body}
                  onChoose={(type) => {
                    setFiles({}); // another body has other fields for files
                    setQuery({ body: type }, { replace: true });
                  }}
                />
              )}
              <Button isSubmit kind="primary" isDisabled={isBusy}>
                Send
              </Button>
            </div>
            <div class="snippet">
              <Code what="the curl command" text={command} />
            </div>
          </Part>
          {response !== undefined && isEarlier && (
            <p class="muted">The request has changed since: the response is to the one before.</p>
          )}
          <Outcome response={response} operation={name} version={version} />
        </div>
      </form>
    </FaultContext.Provider>
  );
}

interface OutcomeProps {
  readonly response: ServiceResponse | typeof broken | undefined;
  readonly operation: string;
  readonly version: ApiVersion;
}

/** The response. Until it comes, a text says where it will appear. */
function Outcome({ response, operation, version }: OutcomeProps) {
  if (response === undefined) {
    return (
      <Part title="Response">
        <p class="no-response">The response comes here, with the evidence of its fields.</p>
      </Part>
    );
  }
  if (typeof response === 'object') return <ResponsePart {...{ response, operation, version }} />;
  return (
    <p class="form-error" role="alert">
      {response}
    </p>
  );
}

interface ParameterPartProps extends OperationProps {
  readonly fields: readonly ExplorerField[];
  /** The texts of the fields, by name. */
  readonly texts: Readonly<Record<string, string>>;
  readonly onFiles: (field: string, files: readonly File[]) => void;
}

const ParameterPart = ({ operation, version, fields, texts, onFiles }: ParameterPartProps) => (
  <Part title="Parameters">
    <div class="fields">
      {fields.length === 0 && <p class="muted">None.</p>}
      {inOrder(fields).map((field) => (
        <ParameterField
          key={field.name}
          {...{ operation, version, field }}
          value={texts[field.name] ?? ''}
          onFiles={(files) => onFiles(field.name, files)}
        />
      ))}
      <LeftOut version={version} names={unsentOf(operation, fields, route.value.query)} />
    </div>
  </Part>
);

function curlText(filled: FilledRequest, pair: KeyPair | undefined): string {
  const { request, keys } = withKeys(filled, pair);
  const { method, path, body } = request;
  const call = { url: baseUrl() + path, method, ...(keys && { user: `${keys.key}:${keys.secret}` }) };
  if (body?.type === jsonType) {
    return curlOf({ ...call, headers: { 'Content-Type': jsonType }, body: jsonPieces(body.json) });
  }
  return curlOf({ ...call, ...(body && { fields: curlFields(body.parameters, body.type !== 'form') }) });
}

interface BodyFieldProps {
  readonly types: readonly BodyType[];
  readonly chosen: BodyType | undefined;
  readonly onChoose: (type: string) => void;
}

const BodyField = ({ types, chosen, onChoose }: BodyFieldProps) => (
  <Field label="Body">
    <select name="body" value={chosen ?? types[0]} onChange={(event) => onChoose(event.currentTarget.value)}>
      {types.map((type) => (
        <option key={type}>{type}</option>
      ))}
    </select>
  </Field>
);

const KeysField = ({ mode }: { readonly mode: string }) => (
  <Field label="Keys">
    <select
      name="keys"
      value={mode}
      onChange={(event) => setQuery({ keys: event.currentTarget.value }, { replace: true })}
    >
      <option value="">Live</option>
      <option value="test">Test</option>
      <option value="none">None</option>
    </select>
  </Field>
);
