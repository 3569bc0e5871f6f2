import type { FaxList } from '../../src/control/client/named-types.ts';
import type { ApiVersion } from '../../src/model/domain/operation.ts';
import { ask } from '../api.ts';
import { operationIn, useCoverage } from '../coverage.ts';
import { useResource } from '../resource.ts';
import { route, setQuery } from '../router.ts';
import { Field, isControl } from '../ui/field.tsx';
import { TimeInput } from '../ui/filters.tsx';
import type { ExplorerField, ExplorerOperation } from './explorer-request.ts';
import { faxStatuses, otherEnd } from './fax-words.ts';
import { MarkBadge } from './proof.tsx';

/** The URL keeps the values under the names of their operations, so a link to a request has all but its files. */
const queryName = ({ id }: ExplorerOperation, { name }: ExplorerField): string => `${id}.${name}`;

const choicesOf = ({ schema }: ExplorerField): readonly string[] | undefined =>
  schema.type === 'boolean' ? ['true', 'false'] : schema.enum;

/** The text of a field. The only choice of a required one is made already. */
export function textOf(operation: ExplorerOperation, field: ExplorerField): string {
  const [first, ...others] = choicesOf(field) ?? [];
  const only = field.required === true && others.length === 0 ? first : undefined;
  return route.value.query[queryName(operation, field)] ?? only ?? '';
}

interface ParameterFieldProps {
  readonly operation: ExplorerOperation;
  readonly version: ApiVersion;
  readonly field: ExplorerField;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The field of a parameter, with the input that suits it, and the evidence that the real service has it. */
export function ParameterField(props: ParameterFieldProps) {
  const { name, required, isList, schema } = props.field;
  const lines = schema.type === 'object' ? 'One on each line: case=7.' : isList && 'Several: one on each line.';
  const hints = [required === true && 'Required.', schema.description, isFile(props.field) ? '' : lines];
  const proof = operationIn(useCoverage(), props.operation.name, props.version)?.parameters[name];
  const hint = (
    <>
      {hints.filter(Boolean).join(' ')}
      {proof !== undefined && (
        <span class="field-proof">
          <MarkBadge mark={proof.mark} /> {proof.source}
        </span>
      )}
    </>
  );
  return (
    <Field label={name} hint={hint}>
      <Control {...props} />
    </Field>
  );
}

const isFile = ({ schema: { contentMediaType, items } }: ExplorerField): boolean =>
  (contentMediaType ?? items?.contentMediaType) !== undefined;

function Control({ operation, field, onFiles }: Omit<ParameterFieldProps, 'version'>) {
  const { name, required, isList, schema } = field;
  const value = textOf(operation, field);
  const set = (text: string): void => setQuery({ [queryName(operation, field)]: text }, { replace: true });
  const onInput = ({ currentTarget }: Event): void => {
    if (isControl(currentTarget)) set(currentTarget.value);
  };
  const common = { name, required, value, onInput };
  const choices = choicesOf(field);
  if (isFile(field)) {
    const choose = ({ currentTarget: { files } }: { currentTarget: HTMLInputElement }): void =>
      onFiles([...(files ?? [])]);
    return <input type="file" class="drop" name={name} required={required} multiple={isList} onChange={choose} />;
  }
  if (choices !== undefined) {
    return (
      <select {...common}>
        <option value="">Not sent</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  if (isList || schema.type === 'object') return <textarea {...common} rows={2} spellcheck={false} />;
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

const numberNames = ['number', 'phone_number', 'caller_id', 'to_number'];
/** Fields by which collections name their records. */
const keyNames: Readonly<Record<string, string>> = {
  phone_numbers: 'number',
  phax_codes: 'identifier',
  atas: 'id',
  port_orders: 'id',
  blocking_rules: 'id',
};

/** The collection whose records a parameter names; empty: none. */
function collectionOf({ tag, path }: ExplorerOperation, name: string): string {
  if (numberNames.includes(name)) return 'phone_numbers';
  if (name === 'identifier') return 'phax_codes';
  if (name === 'id' && tag === 'Faxes') return 'faxes';
  const [, , collection = ''] = path.split('/');
  return name === keyNames[collection] ? collection : '';
}

/** Offers the values that a parameter has in the newest records of the world. */
function KnownValues({ id, collection }: { readonly id: string; readonly collection: string }) {
  const { data = [] } = useResource(collection, async (signal): Promise<readonly (readonly [string, string])[]> => {
    if (collection === 'faxes') {
      const { faxes } = await ask<FaxList>('/faxes', { input: { limit: 100 }, signal });
      return faxes.map((fax) => [String(fax.id), `${otherEnd(fax)}, ${faxStatuses[fax.status].word}`]);
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
