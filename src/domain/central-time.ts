/** The zone that the service lives by, daylight saving included. Source: recorded v2 and v2.1 answers. */
const zone = 'America/Chicago';

const hour = 3_600_000;
const minute = 60_000;

const zoneName = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });

/** Offsets in ms by hour since the epoch: asking Intl costs microseconds, and a list shows fifty times. */
const offsets = new Map<number, number>();
const mostOffsets = 50_000;

/** The offset of US Central time from UTC at an instant; both in ms. */
export function centralOffset(time: number): number {
  const key = Math.floor(time / hour);
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const name = zoneName.formatToParts(key * hour).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * hour + Number(minutes ?? 0) * minute);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** The instant at which the zone's clocks show a time; that time is given as if it were UTC. */
export function fromCentral(localTime: number): number {
  // The offset depends on the instant, and the instant on the offset: the second look settles it.
  return localTime - centralOffset(localTime - centralOffset(localTime));
}

/** When the day began there that an instant lies in. */
export function startOfCentralDay(time: number): number {
  return fromCentral(shownDate(time).setUTCHours(0, 0, 0, 0));
}

/** When the month began there that an instant lies in. */
export function startOfCentralMonth(time: number): number {
  const date = shownDate(time);
  date.setUTCDate(1);
  return fromCentral(date.setUTCHours(0, 0, 0, 0));
}

const shownDate = (time: number): Date => new Date(time + centralOffset(time));
