import { styleText } from 'node:util';
import { phoneText } from '../model/numbering/phone-text.ts';
import { changeOwnWords } from '../model/shared/quoted-text.ts';
import { withShortPaths } from '../model/shared/urls.ts';
import { widthOf } from './output-width.ts';
import type { Output } from './output-width.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Style = 'red' | 'green' | 'yellow' | 'magenta' | 'dim' | 'bold';

/** Whether to use colours: on a terminal unless `NO_COLOR` is set, elsewhere only with `FORCE_COLOR`. */
export function hasColours(output: Output = process.stdout, env: Environment = process.env): boolean {
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

/** The text in a colour, if colours are used. */
export function paint(style: Style | undefined, text: string, isColoured = hasColours()): string {
  return style === undefined || !isColoured ? text : styleText(style, text, { validateStream: false });
}

/** Environment variables of terminals that show links. */
const linking = ['WT_SESSION', 'KITTY_WINDOW_ID', 'KONSOLE_VERSION', 'VTE_VERSION', 'DOMTERM', 'FORCE_HYPERLINK'];
const linkingPrograms = ['iTerm.app', 'WezTerm', 'vscode', 'Hyper', 'ghostty', 'Tabby'];

/** Whether the terminal shows links (OSC 8). */
export function hasLinks(output: Output = process.stdout, env: Environment = process.env): boolean {
  if (output.isTTY !== true || env['TERM'] === 'dumb') return false;
  return linking.some((name) => (env[name] ?? '') !== '') || linkingPrograms.includes(env['TERM_PROGRAM'] ?? '');
}

const escape = '\u001b]8;;';
const bell = '\u0007';

/** The text as a link. */
export const linked = (text: string, url: string): string => `${escape}${url}${bell}${text}${escape}${bell}`;

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-01-31`, in the zone of this machine. */
export const localDate = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** `09:00:00`, in the zone of this machine. */
export const localTime = (date: Date): string =>
  `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;

/** `09:00:00.300`, in the zone of this machine. */
export const exactTime = (date: Date): string =>
  `${localTime(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`;

/** `GMT+5:30`, the zone of this machine at that time. */
export const zoneOf = (date: Date): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'local';

/** `2026-01-31 09:00:00`, or with ms `2026-01-31 09:00:00.300`, in the zone of this machine. */
const localMoment = (date: Date): string =>
  `${localDate(date)} ${date.getMilliseconds() === 0 ? localTime(date) : exactTime(date)}`;

/** `2026-01-31 09:00:00 GMT+1` on a terminal, elsewhere in UTC as in JSON. */
export const shownTime = (at: string): string =>
  widthOf() === undefined ? at : `${localMoment(new Date(at))} ${zoneOf(new Date(at))}`;

/** `2026-01-31 09:00:00.000`, in the zone of `shownZone`. */
export const exactMoment = (at: string): string =>
  widthOf() === undefined
    ? at.replace('T', ' ').replace('Z', '')
    : `${localDate(new Date(at))} ${exactTime(new Date(at))}`;

/** The zone of the times in a list: on a terminal that of this machine, or both at a change to summer time. */
export function shownZone(times: readonly string[]): string {
  if (widthOf() === undefined) return 'UTC';
  return [...new Set(times.map((at) => zoneOf(new Date(at))))].join(', ');
}

/** The values in a scenario's name, as `scenarios off` reads them: `(number=+12025550101)`. */
const valuesInName = /(\([\w-]+=[^()\s]*\))/;

/**
 * Formats a text for people: phone numbers, times in the zone of this machine, and paths of v3 without the parts that are always
 * the same. Quoted texts, `message`, and the values in names of scenarios stay as they came.
 */
export const readable = (text: string, message?: string | null): string => changeOwnWords(text, message, readableWords);

const readableWords = (own: string): string =>
  own
    .split(valuesInName)
    .map((part, index) => (index % 2 === 1 ? part : readablePart(part)))
    .join('');

const readablePart = (part: string): string =>
  withShortPaths(part)
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => localMoment(new Date(time)))
    .replaceAll(/\+[1-9]\d{6,14}\b/g, phoneText);
