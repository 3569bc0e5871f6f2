import table from './area-codes.json' with { type: 'json' };

/** A North American area code that numbers can be had in. */
export interface AreaCode {
  /** The country's calling code. */
  readonly countryCode: 1;
  readonly areaCode: number;
  /** One name, or several joined by a comma and a space: "Kent, Tacoma". */
  readonly city: string;
  /** In full: "Louisiana". */
  readonly state: string;
  /** "LA"; empty for a toll free code, which belongs to no state. */
  readonly stateCode: string;
  readonly alpha2: 'US' | 'CA';
  readonly country: 'United States of America' | 'Canada';
  readonly tollFree: boolean;
}

/**
 * The available area codes, in ascending order. The city and state that the service shows for a toll free code are
 * unknown; the words here are assumed.
 */
export const areaCodes: readonly AreaCode[] = [
  ...table.US.flatMap((state) => placesIn(state, 'US')),
  ...table.CA.flatMap((province) => placesIn(province, 'CA')),
  ...table.tollFree.map((areaCode) => ({
    ...place({ areaCode, city: 'Toll Free', state: 'Toll Free', stateCode: '' }, 'US'),
    tollFree: true,
  })),
].sort((a, b) => a.areaCode - b.areaCode);

const byCode = new Map(areaCodes.map((entry) => [entry.areaCode, entry]));

/** Where an area code lies; undefined when it is not offered. */
export const findAreaCode = (areaCode: number): AreaCode | undefined => byCode.get(areaCode);

function placesIn(
  { areaCodes, ...state }: (typeof table)['US'][number],
  alpha2: AreaCode['alpha2'],
): readonly AreaCode[] {
  return areaCodes.map((where) => place({ ...where, ...state }, alpha2));
}

function place(
  where: Pick<AreaCode, 'areaCode' | 'city' | 'state' | 'stateCode'>,
  alpha2: AreaCode['alpha2'],
): AreaCode {
  return {
    ...where,
    countryCode: 1,
    alpha2,
    country: alpha2 === 'US' ? 'United States of America' : 'Canada',
    tollFree: false,
  };
}
