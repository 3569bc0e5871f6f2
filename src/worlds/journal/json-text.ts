import { decodeJsonEscapes, hidden, isSecret, jsonEscape } from './redaction.ts';

export type Clean = (text: string) => string;

/** A string, which may be cut off, and the colon behind a name. */
const jsonString = /"((?:[^"\\]|\\[^])*)("?)(\s*:\s*)?/g;

/** Whether it is JSON, perhaps broken or cut off. */
export const isLikeJson = (text: string): boolean => /^\s*(?:\{|\[\s*["{[])/.test(text);

/** JSON without secrets, also where it is broken or cut off; all else stays as it came. Another text is cleaned whole. */
export function cleanJson(text: string, clean: Clean): string {
  if (!isLikeJson(text)) return clean(text);
  let shown = '';
  let at = 0;
  for (const { 0: found, 1: inner = '', 2: end = '', 3: colon, index } of text.matchAll(jsonString)) {
    if (index < at) continue; // it is within a value that is hidden
    shown += `${text.slice(at, index)}"${cleanString(inner, clean)}${end}${colon ?? ''}`;
    at = index + found.length;
    const secret = colon === undefined ? '' : secretAt(text, at, decodeJsonEscapes(inner));
    if (secret === '') continue;
    shown += `"${hidden}"`;
    at += secret.length;
  }
  return shown + text.slice(at);
}

function cleanString(inner: string, clean: Clean): string {
  const plain = decodeJsonEscapes(inner);
  const safe = clean(plain);
  return safe === plain ? inner : jsonEscape(safe);
}

/** The value that starts there, if the name says that it is secret: a string, a list, an object, or a word. */
function secretAt(text: string, start: number, name: string): string {
  if (!isSecret(name, undefined)) return '';
  const [word = ''] = /^(?:"(?:[^"\\]|\\[^])*"?|[^"[{,}\]\s][^,}\]\s]*)?/.exec(text.slice(start)) ?? [];
  const value = word === '' ? bracketsAt(text.slice(start)) : word;
  return value === 'null' || !isSecret(name, value.replace(/^"(.*)"$/s, '$1')) ? '' : value;
}

/** The text up to the end of its first list or object, or to its own. */
function bracketsAt(text: string): string {
  if (!/^[[{]/.test(text)) return '';
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|[[\]{}]/g)) {
    if (found === '[' || found === '{') depth++;
    else if (!found.startsWith('"')) depth--;
    if (depth === 0) return text.slice(0, index + 1);
  }
  return text;
}
