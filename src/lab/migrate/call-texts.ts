import { asText } from '../../model/shared/conversion.ts';
import { isList, isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { NeededRequest } from './needed.ts';
import type { CallReport } from './report.ts';

/** A request that was sent, with a line for each value, in the notation of a form: `to[] = +12025550123`, `tag[order] = 7`. */
export const sentText = ({ method, path, params }: CallReport['sent']): string =>
  [`${method} ${path}`, ...Object.entries(params).flatMap(sentLines)].join('\n');

function sentLines([name, value]: readonly [string, unknown]): string[] {
  if (isList(value)) return value.map((item) => `${name}[] = ${valueText(item)}`);
  if (!isPlainObject(value) || isUpload(value)) return [`${name} = ${valueText(value)}`];
  return Object.entries(value).map(([key, item]) => `${name}[${key}] = ${valueText(item)}`);
}

/**
 * `POST /v3/projects/…/faxes as multipart/form-data`, and a line for each value. In a form, a list has a line for each item, as
 * v3 repeats the name. In JSON, it has one line.
 */
export function neededText({ method, path, type, body }: NeededRequest): string {
  const values = Object.entries(body ?? {}).flatMap(([name, value]) =>
    (isList(value) && type === 'multipart/form-data' ? value : [value]).map((item) => `${name} = ${valueText(item)}`),
  );
  return [`${method} ${path}${type === null ? '' : ` as ${type}`}`, ...values].join('\n');
}

const isUpload = (value: unknown): value is Mapping => isPlainObject(value) && 'sha1' in value;

const valueText = (value: unknown): string => {
  if (isUpload(value)) return `@${asText(value['file'])}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
