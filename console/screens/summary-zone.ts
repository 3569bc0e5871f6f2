import { signal } from '@preact/signals';
import { nearestText } from '../../src/model/shared/words.ts';
import { fullZoneName, zoneName, zonedText } from '../format.ts';

/** The zone of a text, and its times with the name of that zone: `2026-01-31 09:45:02 GMT-6`. */
export interface ZonedTimes {
  readonly zone: string;
  readonly text: (time: string) => string;
}

const zoneKey = 'faxsim-summary-zone';

/** The zone of copied summaries, which this browser keeps; an empty text is the zone of the page. */
const summaryZone = signal(localStorage.getItem(zoneKey) ?? '');

/** The kept zone, if the browser knows it. */
export const keptZone = (): string => knownZone(summaryZone.value) ?? '';

export function keepZone(zone: string): void {
  summaryZone.value = zone;
  localStorage.setItem(zoneKey, zone);
}

/** The name of the zone in short: `America/Chicago`, or that of the page, `UTC`. */
export const shortZone = (zone: string): string => (zone === '' ? zoneName() : zone);

/** Names that browsers take, but of which their list has only one of a pair, mostly the older one. */
const pairedNames = `
  Asia/Kolkata Asia/Calcutta  Asia/Kathmandu Asia/Katmandu  Asia/Yangon Asia/Rangoon  Asia/Ho_Chi_Minh Asia/Saigon
  Europe/Kyiv Europe/Kiev  America/Nuuk America/Godthab  America/Argentina/Buenos_Aires America/Buenos_Aires
  America/Indiana/Indianapolis America/Indianapolis  Atlantic/Faroe Atlantic/Faeroe  Africa/Asmara Africa/Asmera
  Pacific/Chuuk Pacific/Truk  Pacific/Pohnpei Pacific/Ponape  Pacific/Kanton Pacific/Enderbury
`;

/** The names of all zones that the browser knows. */
export const zoneNames = (): readonly string[] => [
  ...new Set(['UTC', ...[...Intl.supportedValuesOf('timeZone'), ...pairedNames.trim().split(/\s+/)].toSorted()]),
];

/** The names that customers give to a zone, each with the zone of their usual meaning. */
const customaryNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'America/New_York': ['est', 'edt', 'et', 'eastern'],
    'America/Chicago': ['cst', 'cdt', 'ct', 'central'],
    'America/Denver': ['mst', 'mdt', 'mt', 'mountain'],
    'America/Los_Angeles': ['pst', 'pdt', 'pt', 'pacific'],
    'Asia/Kolkata': ['ist'],
    UTC: ['gmt'],
    CET: ['cet'],
  }).flatMap(([zone, names]) => names.map((name) => [name, zone])),
);

/**
 * The zone of a typed name, city or abbreviation: `America/Chicago` for `chicago` and `CST`. An empty text stays empty; undefined for an
 * unknown one, and for a part of a name.
 */
export function knownZone(typed: string): string | undefined {
  const sought = typed.trim().toLowerCase().replaceAll(' ', '_');
  if (sought === '') return '';
  const names = zoneNames();
  return (
    customaryNames.get(sought) ??
    names.find((name) => name.toLowerCase() === sought) ??
    names.find((name) => name.toLowerCase().endsWith(`/${sought}`)) ??
    otherName(typed.trim())
  );
}

/** A name that the browser takes besides those of its list, such as US/Eastern. */
function otherName(typed: string): string | undefined {
  if (!/^[a-z]/i.test(typed)) return undefined; // an offset, such as +05:00
  try {
    const usual = new Intl.DateTimeFormat('en', { timeZone: typed }).resolvedOptions().timeZone;
    return typed === typed.toLowerCase() ? usual : typed;
  } catch {
    return undefined;
  }
}

/** Why a typed name names no zone; empty for a zone. */
export function zoneFault(typed: string): string {
  if (knownZone(typed) !== undefined) return '';
  const near = nearestText(typed.trim(), [...zoneNames(), ...zoneNames().map(cityOf)]);
  return `No time zone is called ${typed.trim()}${near === '' ? ': choose one of the list, such as America/Chicago' : near}`;
}

const cityOf = (zone: string): string => zone.replace(/^.*\//, '').replaceAll('_', ' ');

/** The times of a zone; those of an empty zone are as on the page. */
export function timesIn(zone: string): ZonedTimes {
  if (zone === '') return { zone: fullZoneName(), text: zonedText };
  const format = new Intl.DateTimeFormat('en', { ...parts, timeZone: zone });
  return { zone, text: (time) => textOf(format.formatToParts(new Date(time))) };
}

const parts = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const;

function textOf(formatted: readonly Intl.DateTimeFormatPart[]): string {
  const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(
    formatted.map(({ type, value }) => [type, value]),
  );
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}
