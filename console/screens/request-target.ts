import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { linesOf } from '../form-text.ts';

/** `+1 202 555 0180 and 1 more`; empty for a request without a number. v3 takes several in one text. */
export function numberText({ params }: Pick<RequestRecord, 'params'>): string {
  const to: unknown = params?.['to'];
  const texts = (Array.isArray(to) ? (to as unknown[]) : [to]).filter((text) => typeof text === 'string');
  const [first, ...others] = texts.flatMap((text) => linesOf(text, /[,;]/));
  if (first === undefined) return '';
  return phoneText(first) + (others.length > 0 ? ` and ${others.length} more` : '');
}

const mostInTitle = 110;

/** A path with the ends of each UUID, as the project id of v3 is one, and without the middle of a long one. */
export function shortPath(path: string): string {
  const short = path.replaceAll(uuid, '$1…$2');
  return short.length <= mostInTitle ? short : `${short.slice(0, mostInTitle - 30)}…${short.slice(-30)}`;
}

/** The path for a row: of v3 without the id of the project, and with the end of an id, where ids of the same time differ. */
export const rowPath = (path: string): string =>
  shortPath(path.replace(/^\/v3\/projects\/[^/]+(?=\/)/, '/v3/…').replaceAll(/\b[\dA-Z]{22}([\dA-Z]{4})\b/g, '…$1'));

const uuid = /\b([\da-f]{4})[\da-f]{4}(?:-[\da-f]{4}){4}[\da-f]{4}([\da-f]{4})\b/gi;
