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

/** The names of all zones that the browser knows. */
export const zoneNames = (): readonly string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** The zone of a typed name: `America/Chicago` for `chicago`. An empty name stays empty; undefined for an unknown one. */
export function knownZone(typed: string): string | undefined {
  const sought = typed.trim().toLowerCase().replaceAll(' ', '_');
  if (sought === '') return '';
  const names = zoneNames();
  const ofCity = names.filter((name) => name.toLowerCase().endsWith(`/${sought}`));
  return names.find((name) => name.toLowerCase() === sought) ?? (ofCity.length === 1 ? ofCity[0] : otherName(sought));
}

/** The usual name of a zone that has another one too, such as Asia/Kolkata. */
function otherName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
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
