import type { RequestRecord } from '../../src/control/client/named-types.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { withShortPaths } from '../../src/model/shared/urls.ts';
import { linesOf } from '../form-text.ts';

/** `+1 202 555 0180 and 1 more`, as the request names them, or else those of its fax; empty without a number. v3 takes several in one text. */
export function numberText({ params, numbers }: Pick<RequestRecord, 'params' | 'numbers'>): string {
  const to: unknown = params?.['to'] ?? numbers;
  const texts = (Array.isArray(to) ? (to as unknown[]) : [to]).filter((text) => typeof text === 'string');
  const [first, ...others] = texts.flatMap((text) => linesOf(text, /[,;]/));
  if (first === undefined) return '';
  return phoneText(first) + (others.length > 0 ? ` and ${others.length} more` : '');
}

const mostInTitle = 110;

/** A path in which each UUID, such as the project id of v3, is cut to its two ends, and a long path has no middle. */
export function shortPath(path: string): string {
  const short = path.replaceAll(uuid, '$1…$2');
  return short.length <= mostInTitle ? short : `${short.slice(0, mostInTitle - 30)}…${short.slice(-30)}`;
}

/** The path for a row, which is short in v3 too. */
export const rowPath = (path: string): string => shortPath(withShortPaths(path));

const uuid = /\b([\da-f]{4})[\da-f]{4}(?:-[\da-f]{4}){4}[\da-f]{4}([\da-f]{4})\b/gi;
