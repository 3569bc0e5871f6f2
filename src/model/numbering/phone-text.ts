/** Splits a number after its calling code of one, two or three digits. */
const parts = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d{3,})$/;

/** The sizes of the groups after the calling code, by the first digits of a number with its calling code. */
const groups: Readonly<Record<string, string>> = {
  1: '334',
  7: '3322',
  20: '28',
  27: '234',
  30: '334',
  31: '234',
  32: '1322',
  324: '3222',
  33: '12222',
  34: '3222',
  353: '234',
  36: '234',
  39: '334',
  390: '244',
  41: '2322',
  44: '46',
  442: '244',
  443: '334',
  4411: '334',
  44121: '334',
  44131: '334',
  44141: '334',
  44151: '334',
  44161: '334',
  44191: '334',
  448: '334',
  45: '2222',
  47: '2222',
  4930: '28',
  4940: '28',
  4969: '28',
  4989: '28',
  48: '2322',
  52: '244',
  55: '254',
  61: '144',
  614: '333',
  65: '44',
  81: '244',
  813: '144',
  82: '244',
  852: '44',
  861: '344',
  8610: '244',
  90: '3322',
  91: '55',
  972: '234',
};

/** `+1 202 555 0123`, `+44 20 7946 0018`: a number in E.164 with spaces as in its country. Other texts stay unchanged. */
export function phoneText(number: string): string {
  const [, code, rest] = parts.exec(number) ?? [];
  if (code === undefined || rest === undefined) return number;
  const digits = code + rest;
  const known = [5, 4, 3, 2, 1].flatMap((length) => groups[digits.slice(0, length)] ?? []);
  const sizes = known.find((sizes) => sumOf(sizes) === rest.length) ?? usualGroups(rest.length);
  const shown = [`+${code}`];
  let at = 0;
  for (const size of sizes) {
    shown.push(rest.slice(at, at + Number(size)));
    at += Number(size);
  }
  return shown.join(' ');
}

const sumOf = (sizes: string): number => sizes.split('').reduce((sum, size) => sum + Number(size), 0);

/** Groups of three digits, with up to four at the end. */
const usualGroups = (length: number): string => (length <= 4 ? String(length) : `3${usualGroups(length - 3)}`);

const e164 = /^\+[1-9]\d{6,14}$/;

/** Whether a text has the form of a number, even if the country does not exist. */
export const isE164 = (text: string): boolean => e164.test(text);

/** Dashes of pages and word processors. */
const dashes = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
/** Marks that show nothing. */
const marks = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
/** Brackets, plus, hyphen and digits as wide as a Chinese character. */
const wide = /[\uff08-\uff19]/g;
/** An extension after a number. */
const extension = /,? ?\bext(?:ension)?\.? ?\d{1,6}\s*$/i;
/** The zero before an area code, which callers from abroad leave out: `+49 (0)40`. */
const trunkZero = /^(\s*\+[1-9]\d{0,2}[ .-]?)\(0\)/;
/** A number as people write it, possibly with an extension. */
const typed =
  /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{0,3}(?:\btel:)?[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]{0,3}[+(\uff08\uff0b]?[\d\uff10-\uff19][\d\s()./\uff08-\uff19\u2010-\u2015\u2212\ufe58\ufe63\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff-]{5,}(?:,? ?\bext(?:ension)?\.? ?\d{1,6}\b)?/gi;

/**
 * A number with the hyphens, spaces and digits of ASCII, of one as pages and contacts write it: `tel:`, special hyphens and spaces,
 * wide digits, slashes after a plus, `(0)`, and an extension, which is left out.
 */
export const plainNumber = (text: string): string => {
  const plain = text
    .replaceAll(marks, '')
    .replaceAll(wide, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(/^\s*tel:/i, '')
    .replaceAll(dashes, '-')
    .replaceAll(/[^\S\n]/g, ' ')
    .replace(extension, '')
    .replace(trunkZero, '$1');
  return /^\s*\+/.test(plain) ? plain.replaceAll(/(?<=\d) ?\/ ?(?=\d)/g, ' ') : plain;
};

/** Writes the numbers in a text as `plainNumber` does. Other words stay as they are, such as the years 2019–2020. */
export const plainNumbers = (text: string): string =>
  text.replaceAll(typed, (written) => {
    const plain = plainNumber(written);
    const isNumber = plain.length < written.length || /^(?:[+(]|\d{3}[ .)-])|^(?:\D*\d){10}/.test(plain);
    return isNumber ? plain : written;
  });

/** The prefix of a call abroad, in most countries and in North America. A few digits after it could be the end of a number. */
const dialledAbroad = /^(?:00(?=[1-9]\d{6,14}$)|011(?=[1-9]\d{9,14}$))/;

/**
 * A number or a part of one, without separators: `+1202555` of `+1 (202) 555`, `+442079460018` of `00 44 20 7946 0018`. Undefined for
 * a text with anything else.
 */
export function barePhone(text: string): string | undefined {
  const bare = /^\+?\d+$/.test(text) ? text : plainNumber(text).replaceAll(/[\s().-]/g, '');
  return /^\+?\d+$/.test(bare) ? bare.replace(dialledAbroad, '+') : undefined;
}

/**
 * Converts a number in any notation into E.164: `(202) 555-0123` into `+12025550123`. Undefined for other texts, such as few digits
 * without a plus.
 */
export function writtenPhone(text: string): string | undefined {
  const bare = barePhone(text);
  if (bare === undefined || !/^(?:\+|\d{10})/.test(bare)) return undefined;
  const number = toE164(bare);
  return isE164(number) ? number : undefined;
}

/** A number with its plus, from any notation; ten digits are a US number. Other texts get a plus too. */
export function toE164(text: string): string {
  const digits = text.trim().replace(/[\s().-]/g, '');
  if (/^\d{10}$/.test(digits)) return `+1${digits}`;
  return digits.startsWith('+') ? digits : `+${digits}`;
}

/** Reads a number to search for. It may be an impossible one, which finds nothing. */
export function readSoughtNumber(text: string): string | undefined {
  const number = toE164(text);
  return isE164(number) ? number : undefined;
}
