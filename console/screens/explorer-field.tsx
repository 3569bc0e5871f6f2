import type { FaxList } from '../../src/control/client/named-types.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { ask } from '../api.ts';
import { operationIn, useCoverage } from '../coverage.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { Field, isControl } from '../ui/field.tsx';
import { FileInput } from '../ui/file-input.tsx';
import { TimeInput } from '../ui/time-field.tsx';
import { queryName } from './explorer-query.ts';
import { encodedFile, isGroup, isUpload, jsonIn } from './explorer-request.ts';
import type { ExplorerField, ExplorerOperation } from './explorer-request.ts';
import { faxStatuses, otherEnd } from './fax-words.ts';
import { MarkBadge, ProofTerm } from './proof.tsx';
import { Prose } from '../ui/prose.tsx';

const choicesOf = ({ schema }: ExplorerField): readonly string[] | undefined =>
  schema.type === 'boolean' ? ['true', 'false'] : schema.enum;

/** The text of a field. The project id, and the only choice of a required field, are filled in. */
export function textOf(operation: ExplorerOperation, field: ExplorerField, projectId: string): string {
  const [first, ...others] = choicesOf(field) ?? [];
  const only = field.required === true && others.length === 0 ? first : undefined;
  const known = field.in === 'path' && field.name === 'projectId' ? projectId : only;
  return route.value.query[queryName(operation, field)] ?? known ?? '';
}

interface ParameterFieldProps {
  readonly operation: ExplorerOperation;
  readonly version: ApiVersion;
  readonly field: ExplorerField;
  readonly value: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The field of a parameter, with the input that suits it, and the evidence that the real service has it. */
export function ParameterField(props: ParameterFieldProps) {
  const { name, required, schema } = props.field;
  const hints = [meaningOf(schema), formHint(props.field)];
  const proof = operationIn(useCoverage(), props.operation.name, props.version)?.parameters[name];
  const hint = (
    <>
      <Prose
        text={hints
          .filter((hint) => hint !== '')
          .map(sentence)
          .join(' ')}
      />
      {proof !== undefined && (
        <span class="field-proof">
          {/* Tab moves from field to field, and skips these tips. The link to the evidence above has all sources too. */}
          <ProofTerm proof={proof} tabIndex={-1}>
            <MarkBadge mark={proof.mark} />
          </ProofTerm>
          <span class="hidden"> {proof.source}</span>
        </span>
      )}
    </>
  );
  const label = (
    <>
      {name} {required === true && <small>required</small>}
    </>
  );
  return (
    <Field label={label} hint={hint}>
      <Control {...props} />
    </Field>
  );
}

/** The fields at the beginning of a form: required fields, then those that carry the document. */
export function inOrder(fields: readonly ExplorerField[]): readonly ExplorerField[] {
  const carries = (field: ExplorerField): boolean =>
    isUpload(field) || encodedFile(field) !== undefined || /^content_?url/i.test(field.name);
  const rank = (field: ExplorerField): number => (field.required === true ? 0 : carries(field) ? 1 : 2);
  return fields.toSorted((one, other) => rank(one) - rank(other));
}

/** The meaning of a parameter. The field of a time always sends its zone, so nothing is said of a time without one. */
function meaningOf({ description = '', format }: ExplorerField['schema']): string {
  return format === 'date-time' ? description.replace(/ Without a zone [^.]*\./, '') : description;
}

/** Ends a text with a full stop, if it lacks one. */
const sentence = (text: string): string => (/[.:]$/.test(text) ? text : `${text}.`);

/** The form in which a field is written. */
function formHint(field: ExplorerField): string {
  if (isUpload(field)) return '';
  if (encodedFile(field) !== undefined) return 'Sent in base64.';
  if (isGroup(field)) return `JSON: ${exampleOf(field)}`;
  if (field.schema.type === 'object') return 'One on each line: case=7.';
  return field.listName === undefined ? '' : 'Several: one on each line.';
}

/** `[{"number":"…","permissions":"both"}]` */
function exampleOf({ schema: { properties = {} }, listName }: ExplorerField): string {
  const group = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, schema.examples?.[0] ?? schema.enum?.[0] ?? '…']),
  );
  return JSON.stringify(listName === undefined ? group : [group]);
}

function Control({ operation, field, value, onFiles }: Omit<ParameterFieldProps, 'version'>) {
  const { name, required, listName, schema } = field;
  const set = (text: string): void => setQuery({ [queryName(operation, field)]: text }, { replace: true });
  const onInput = ({ currentTarget }: Event): void => {
    if (isControl(currentTarget)) set(currentTarget.value);
  };
  const common = { name, required, value, onInput };
  const choices = choicesOf(field);
  if (isUpload(field) || encodedFile(field) !== undefined) {
    return <FileInput {...{ name, required, onFiles }} multiple={listName !== undefined} />;
  }
  if (choices !== undefined) {
    return (
      <select {...common}>
        <option value="">— leave out</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (isGroup(field)) return <JsonInput {...common} example={exampleOf(field)} />;
  if (listName !== undefined || schema.type === 'object') return <textarea {...common} rows={2} spellcheck={false} />;
  if (schema.format === 'date-time') return <TimeInput name={name} value={value} onChange={set} />;
  const { minimum: min, maximum: max, examples: [placeholder] = [] } = schema;
  const type = schema.format === 'uri' ? 'url' : min === undefined || max === undefined ? 'text' : 'number';
  return (
    <>
      <input {...common} {...{ type, min, max, placeholder }} list={`known-${name}`} autocomplete="off" />
      <KnownValues id={`known-${name}`} collection={collectionOf(operation, name)} />
    </>
  );
}

interface JsonInputProps {
  readonly name: string;
  readonly required: boolean | undefined;
  readonly value: string;
  readonly example: string;
  readonly onInput: (event: Event) => void;
}

/** A field for JSON. Invalid JSON is not sent. */
function JsonInput({ example, ...common }: JsonInputProps) {
  const isWrong = common.value !== '' && jsonIn(common.value) === undefined;
  const check = (input: HTMLTextAreaElement | null): void =>
    input?.setCustomValidity(isWrong ? `This must be JSON, such as ${example}` : '');
  return <textarea {...common} ref={check} rows={2} spellcheck={false} />;
}

const numberNames = ['number', 'phone_number', 'caller_id', 'to_number', 'phoneNumber', 'from', 'defaultFrom'];
/** Fields by which collections name their records. */
const keyNames: Readonly<Record<string, string>> = {
  phone_numbers: 'number',
  phax_codes: 'identifier',
  atas: 'id',
  port_orders: 'id',
  blocking_rules: 'id',
};

/** The collection whose records a parameter names; empty without one. */
function collectionOf({ tag, path }: ExplorerOperation, name: string): string {
  if (numberNames.includes(name)) return 'phone_numbers';
  if (name === 'identifier') return 'phax_codes';
  if (name === 'id' && tag === 'Faxes') return path.startsWith('/v3/') ? 'v3_faxes' : 'faxes';
  const [, , collection = ''] = path.split('/');
  return name === keyNames[collection] ? collection : '';
}

/** Offers the values of a parameter from the newest records of the world. */
function KnownValues({ id, collection }: { readonly id: string; readonly collection: string }) {
  const { data = [] } = useResource(collection, async (signal): Promise<readonly (readonly [string, string])[]> => {
    if (collection === 'faxes' || collection === 'v3_faxes') {
      const { faxes } = await ask<FaxList>('/faxes', { input: { limit: 100 }, signal });
      return faxes.flatMap((fax) =>
        (collection === 'faxes' ? [String(fax.id)] : fax.v3_ids).map(
          (key) => [key, `${otherEnd(fax)}, ${faxStatuses[fax.status].word}`] as const,
        ),
      );
    }
    const records = await ask<readonly Readonly<Record<string, string | number>>[]>(`/records/${collection}`, {
      signal,
    });
    return records.map((record) => [
      String(record[keyNames[collection] ?? 'id']),
      String(record['name'] ?? record['city'] ?? ''),
    ]);
  });
  return (
    <datalist id={id}>
      {data.map(([value, label]) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  );
}
