import { plainNumbers } from '../numbering/phone-text.ts';

/** Groups of digits with the spaces, brackets, dots and hyphens that people write between them. */
const written = /\+?\(?\d+(?:[ ().-]{1,3}\d+)*/g;

/**
 * Replaces numbers in E.164 by a mark wherever a text has them in any notation. Other digits beside a number stay:
 * `323034823 (202) 555-0123` has `+12025550123`.
 */
export function replaceNumbers(text: string, numbers: readonly string[], mark: string): string {
  const whole = numbers.map((number) => number.replace('+', ''));
  const local = whole.filter((digits) => /^1\d{10}$/.test(digits)).map((digits) => digits.slice(1));
  const dialled = new Set([...whole, ...local, ...whole.map((digits) => `00${digits}`)]);
  return plainNumbers(text).replaceAll(written, (found) =>
    found.startsWith('+')
      ? replaceIn(found, new Set(whole), { mark, lastStart: 0 })
      : replaceIn(found, dialled, { mark }),
  );
}

/** Replaces the groups of digits that form a sought number together. */
function replaceIn(
  text: string,
  sought: ReadonlySet<string>,
  { mark, lastStart = Infinity }: { readonly mark: string; readonly lastStart?: number },
): string {
  const groups = text.match(/\d+/g) ?? [];
  for (let start = 0; start < groups.length && start <= lastStart; start++) {
    let digits = '';
    for (let end = start; end < groups.length && digits.length < digitsMax; end++) {
      digits += groups[end] ?? '';
      if (sought.has(digits)) return [...groups.slice(0, start), mark, ...groups.slice(end + 1)].join(' ');
    }
  }
  return text;
}

/** The digits of the longest number, with `00` before them. */
const digitsMax = 17;
