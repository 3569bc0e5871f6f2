import { nearestText } from '../../nearest.ts';
import { warning } from './remark.ts';
import type { Check, Linted } from './remark.ts';

/** Understood with every operation. */
const everywhere = ['api_key', 'api_secret', '_method'];

/** `direction=received` makes receiving of sending. */
const further: Readonly<Record<string, readonly string[]>> = { sendFax: ['direction'], receiveFax: ['direction'] };

/** What v1 calls otherwise than v2 and v2.1. Source: the references of both. */
const inV2: Readonly<Record<string, string>> = {
  filename: 'file',
  string_data: 'file or content_url',
  string_data_type: 'file or content_url',
  batch: 'batch_delay alone',
  maxperpage: 'per_page',
  start: 'created_after',
  end: 'created_before',
  number: 'phone_number',
  type: 'thumbnail',
  files_only: 'DELETE /faxes/{id}/file',
};
const inV1: Readonly<Record<string, string>> = {
  file: 'filename',
  content_url: 'string_data with string_data_type=url',
  per_page: 'maxperpage',
  created_after: 'start',
  created_before: 'end',
  phone_number: 'number',
  thumbnail: 'type',
};

/** What an operation does not know, it does not read; nor does the real service (assumed). */
export const unknownParameters: Check = (request) => {
  const { seen, params } = request;
  if (seen.operation === null) return [];
  const known = [...seen.knownParams, ...everywhere, ...(further[seen.operation] ?? [])];
  return Object.keys(params)
    .filter((name) => !known.includes(name))
    .map((name) =>
      warning(
        'unknown-parameter',
        name,
        `${name} is not known here: the real service ignores it${instead(name, request)}`,
      ),
    );
};

function instead(name: string, { seen }: Linted): string {
  const other = (seen.version === 'v1' ? inV1 : inV2)[name];
  if (other !== undefined)
    return `; what ${seen.version === 'v1' ? 'v2' : 'v1'} calls so is ${other} in ${seen.version}`;
  if (seen.knownParams.length === 0) return '; no parameter is known here';
  return nearestText(name, seen.knownParams);
}
