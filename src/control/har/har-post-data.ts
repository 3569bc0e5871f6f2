import { isUtf8 } from 'node:buffer';
import { bodyText, partCleanerOf, partsOf } from '../../worlds/journal/arrived.ts';
import type { JournalEntry } from '../../worlds/journal/entry.ts';
import { headerOf } from '../../worlds/journal/observed-request.ts';

/** The body of a request without secrets: its text, or the parts of a form with files; undefined if there is none. */
export function postDataOf(entry: JournalEntry) {
  if (entry.observed.bodyBytes === 0) return undefined;
  const mimeType = headerOf(entry.observed, 'content-type') ?? '';
  const params = paramsOf(entry);
  if (params.length > 0) return { mimeType, params };
  const { text, isCut } = bodyText(entry);
  return { mimeType, text, ...(isCut && { comment: 'The journal has only the beginning' }) };
}

/** The parts of a form. A binary file is in base64, with a field of faxsim's own. */
function paramsOf(entry: JournalEntry) {
  const shown = partCleanerOf(entry);
  return partsOf(entry).map(({ name, value, isCut }) => {
    const cut = isCut && { comment: 'The journal has only the beginning' };
    if (typeof value === 'string') return { name: shown('name', name), value: shown(name, value), ...cut };
    const bytes = Buffer.from(value.bytes);
    const isText = isUtf8(bytes) && !bytes.includes(0);
    return {
      name: shown('name', name),
      fileName: shown('filename', value.filename),
      contentType: value.type === undefined ? '' : shown('type', value.type),
      value: isText ? shown('text', bytes.toString()) : bytes.toString('base64'),
      ...(!isText && { _encoding: 'base64' }),
      ...cut,
    };
  });
}
