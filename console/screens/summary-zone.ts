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

/** The names that customers give to a zone, each with the zone of their usual meaning, and large cities that no zone has as its name. */
const customaryNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'America/New_York': 'est edt et eastern boston washington philadelphia atlanta miami',
    'America/Chicago': 'cst cdt ct central dallas houston austin minneapolis',
    'America/Denver': 'mst mdt mt mountain',
    'America/Los_Angeles': 'pst pdt pt pacific san_francisco san_diego seattle portland las_vegas',
    'America/Toronto': 'montreal ottawa',
    'America/Sao_Paulo': 'rio_de_janeiro brasilia',
    'Europe/London': 'manchester edinburgh birmingham',
    'Europe/Berlin': 'munich frankfurt hamburg cologne',
    'Europe/Madrid': 'barcelona',
    'Europe/Rome': 'milan',
    'Europe/Zurich': 'geneva basel bern',
    'Africa/Johannesburg': 'cape_town pretoria',
    'Asia/Dubai': 'abu_dhabi',
    'Asia/Jerusalem': 'tel_aviv',
    'Asia/Karachi': 'lahore islamabad',
    'Asia/Kolkata': 'ist india mumbai bombay delhi new_delhi bangalore bengaluru chennai hyderabad pune',
    'Asia/Shanghai': 'beijing shenzhen guangzhou',
    'Asia/Ho_Chi_Minh': 'hanoi',
    'Asia/Tokyo': 'osaka kyoto',
    'Australia/Sydney': 'canberra',
    'Pacific/Auckland': 'wellington',
    UTC: 'gmt z',
    CET: 'cet',
  }).flatMap(([zone, names]) => names.split(' ').map((name) => [name, zone])),
);

/**
 * The zone of a typed name, city, abbreviation or offset: `America/Chicago` for `chicago` and `CST`, `+05:30` for `UTC+5:30`. An empty
 * text stays empty; undefined for an unknown one, and for a part of a name.
 */
export function knownZone(typed: string): string | undefined {
  const sought = typed.trim().toLowerCase().replaceAll(' ', '_');
  if (sought === '') return '';
  const names = zoneNames();
  return (
    customaryNames.get(sought) ??
    names.find((name) => name.toLowerCase() === sought) ??
    names.find((name) => name.toLowerCase().endsWith(`/${sought}`)) ??
    offsetIn(sought) ??
    otherName(typed.trim())
  );
}

/** The offset in a text such as `+5:30`, `-0800` or `utc+1`, as browsers take it: `+05:30`. */
function offsetIn(typed: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] = /^(?:utc|gmt)?([+-])(\d\d?)(?::?(\d\d))?$/.exec(typed) ?? [];
  return sign === undefined ? undefined : usualName(`${sign}${hours.padStart(2, '0')}:${minutes}`);
}

/** A name that the browser takes besides those of its list, such as US/Eastern. */
function otherName(typed: string): string | undefined {
  if (!/^[a-z]/i.test(typed)) return undefined; // an offset, which has one form alone
  const usual = usualName(typed);
  return usual === undefined || typed === typed.toLowerCase() ? usual : typed;
}

/** The usual name of a zone; undefined if the browser does not know the zone. */
function usualName(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Why a typed name names no zone; empty for a zone. */
export function zoneFault(typed: string): string {
  if (knownZone(typed) !== undefined) return '';
  const cities = [...zoneNames(), ...customaryNames.keys()].map(cityOf);
  const near = nearestText(typed.trim(), [...zoneNames(), ...cities]);
  const advice = near === '' ? ': write a large city, such as Chicago, or an offset, such as +05:30' : near;
  return `No time zone is called ${typed.trim()}${advice}`;
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
