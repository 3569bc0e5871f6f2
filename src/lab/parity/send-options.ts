import type { SentFax } from '../achievements/run-record.ts';

/** An option of a send that its fax keeps. */
export interface SendOption {
  /** The option as the program sent it: `case=7`, `“Office”`. */
  readonly text: string;
  /** The text with placeholders for values that differ by run: ids, times and the number of the letter. */
  readonly comparable: string;
}

/** By their names in words: `tag case`, `header line`, `caller id`. */
export type SendOptions = ReadonlyMap<string, SendOption>;

const tagPrefix = 'tag ';

export const isTag = (name: string): boolean => name.startsWith(tagPrefix);

/** `case` of `tag case`. */
export const keyOfTag = (name: string): string => name.slice(tagPrefix.length);

/** The options of a fax by which it is found again, or which the called side sees. */
export function sendOptions(
  { tags, header_text: header, caller_id: caller }: Partial<Pick<SentFax, 'tags' | 'header_text' | 'caller_id'>>,
  hide: (words: readonly string[]) => readonly string[],
): SendOptions {
  const option = (name: string, value: string, text: string) =>
    [name, { text, comparable: hide(value.split(' ')).join(' ') }] as const;
  return new Map([
    ...Object.entries(tags ?? {}).map(([tag, value]) => option(`${tagPrefix}${tag}`, value, `${tag}=${value}`)),
    ...(isGiven(header) ? [option('header line', header, `“${header}”`)] : []),
    ...(isGiven(caller) ? [option('caller id', caller, caller)] : []),
  ]);
}

const isGiven = (value: string | null | undefined): value is string =>
  value !== null && value !== undefined && value !== '';

/** The names of an option in older versions, which v3 ignores. */
export function oldNamesOf(name: string): readonly string[] {
  if (!isTag(name)) return name === 'caller id' ? ['caller_id'] : ['header_text'];
  const tag = keyOfTag(name);
  return ['tag', 'tags', `tag[${tag}]`, `tags[${tag}]`];
}
