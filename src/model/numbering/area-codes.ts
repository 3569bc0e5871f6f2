import table from './area-codes.json' with { type: 'json' };

/** A North American area code in which numbers are offered. */
export interface AreaCode {
  /** The country's calling code. */
  readonly countryCode: 1;
  readonly areaCode: number;
  /** Name of the city, or several names joined by a comma and a space: "Kent, Tacoma". */
  readonly city: string;
  /** Name in full: "Louisiana". */
  readonly state: string;
  /** "LA"; empty for a toll free code, which belongs to no state. */
  readonly stateCode: string;
  readonly alpha2: 'US' | 'CA';
  readonly country: 'United States of America' | 'Canada';
  readonly tollFree: boolean;
}

const { US, CA } = table.states;
const provinces: ReadonlyMap<string, string> = new Map(Object.entries(CA));
const states: ReadonlyMap<string, string> = new Map([...Object.entries(US), ...provinces]);

/**
 * The available area codes, in ascending order. The city and state that the service shows for a toll free code are
 * unknown; the words here are assumed.
 */
export const areaCodes: readonly AreaCode[] = [
  ...Object.entries(table.areaCodes).map(([areaCode, [stateCode = '', city = '']]) =>
    place({ areaCode: Number(areaCode), city, state: states.get(stateCode) ?? '', stateCode }),
  ),
  ...table.tollFree.map((areaCode) => ({
    ...place({ areaCode, city: 'Toll Free', state: 'Toll Free', stateCode: '' }),
    tollFree: true,
  })),
].sort((a, b) => a.areaCode - b.areaCode);

const byCode = new Map(areaCodes.map((entry) => [entry.areaCode, entry]));

/** The area of a code; undefined if the code is not offered. */
export const findAreaCode = (areaCode: number): AreaCode | undefined => byCode.get(areaCode);

function place(where: Pick<AreaCode, 'areaCode' | 'city' | 'state' | 'stateCode'>): AreaCode {
  const country = provinces.has(where.stateCode)
    ? ({ alpha2: 'CA', country: 'Canada' } as const)
    : ({ alpha2: 'US', country: 'United States of America' } as const);
  return { ...where, countryCode: 1, ...country, tollFree: false };
}
