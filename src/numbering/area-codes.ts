/** A North American area code that numbers can be had in. */
export interface AreaCode {
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

const states = {
  AK: 'Alaska',
  AL: 'Alabama',
  AR: 'Arkansas',
  AZ: 'Arizona',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DC: 'District of Columbia',
  DE: 'Delaware',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  IA: 'Iowa',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  MA: 'Massachusetts',
  MD: 'Maryland',
  ME: 'Maine',
  MI: 'Michigan',
  MN: 'Minnesota',
  MO: 'Missouri',
  MS: 'Mississippi',
  MT: 'Montana',
  NC: 'North Carolina',
  ND: 'North Dakota',
  NE: 'Nebraska',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NV: 'Nevada',
  NY: 'New York',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VA: 'Virginia',
  VT: 'Vermont',
  WA: 'Washington',
  WI: 'Wisconsin',
  WV: 'West Virginia',
  WY: 'Wyoming',
} as const;

const provinces = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  ON: 'Ontario',
  QC: 'Quebec',
  SK: 'Saskatchewan',
} as const;

type Row<Code> = readonly [areaCode: number, code: Code, city: string];

/** Source: recorded numbers and area codes for 205 to 253, 318 and 401; the numbering plan for the others. */
const american: readonly Row<keyof typeof states>[] = [
  [201, 'NJ', 'Bayonne, Jersey City, Union City'],
  [202, 'DC', 'Washington'],
  [203, 'CT', 'Bridgeport, Danbury, New Haven'],
  [205, 'AL', 'Birmingham, Clanton, Jasper'],
  [206, 'WA', 'Seattle'],
  [207, 'ME', 'Bangor, Lewiston, Portland'],
  [208, 'ID', 'Boise, Idaho Falls, Nampa'],
  [210, 'TX', 'San Antonio'],
  [212, 'NY', 'New York'],
  [213, 'CA', 'Los Angeles'],
  [214, 'TX', 'Dallas'],
  [215, 'PA', 'Philadelphia'],
  [216, 'OH', 'Cleveland'],
  [217, 'IL', 'Champaign, Decatur, Springfield'],
  [218, 'MN', 'Duluth, Ely, Moorhead'],
  [219, 'IN', 'Gary, Hammond'],
  [224, 'IL', 'Arlington Heights, Evanston, Skokie'],
  [225, 'LA', 'Baton Rouge'],
  [229, 'GA', 'Albany, Americus, Bainbridge'],
  [231, 'MI', 'Grant'],
  [234, 'OH', 'Akron, Canton, Youngstown'],
  [248, 'MI', 'Farmington Hills, Pontiac, Rochester Hills'],
  [251, 'AL', 'Mobile'],
  [253, 'WA', 'Kent, Tacoma'],
  [301, 'MD', 'Frederick, Germantown, Silver Spring'],
  [302, 'DE', 'Dover, Newark, Wilmington'],
  [303, 'CO', 'Aurora, Boulder, Denver'],
  [304, 'WV', 'Charleston, Huntington, Morgantown'],
  [305, 'FL', 'Hialeah, Key West, Miami'],
  [307, 'WY', 'Casper, Cheyenne, Laramie'],
  [312, 'IL', 'Chicago'],
  [313, 'MI', 'Dearborn, Detroit'],
  [314, 'MO', 'Florissant, St. Louis'],
  [316, 'KS', 'Wichita'],
  [317, 'IN', 'Carmel, Fishers, Indianapolis'],
  [318, 'LA', 'Bossier City, Monroe, Shreveport'],
  [336, 'NC', 'Greensboro, High Point, Winston-Salem'],
  [401, 'RI', 'Cranston, Pawtucket, Providence'],
  [402, 'NE', 'Bellevue, Lincoln, Omaha'],
  [404, 'GA', 'Atlanta'],
  [405, 'OK', 'Edmond, Norman, Oklahoma City'],
  [406, 'MT', 'Billings, Great Falls, Missoula'],
  [407, 'FL', 'Kissimmee, Orlando, Sanford'],
  [408, 'CA', 'San Jose, Santa Clara, Sunnyvale'],
  [410, 'MD', 'Annapolis, Baltimore'],
  [412, 'PA', 'Pittsburgh'],
  [414, 'WI', 'Milwaukee'],
  [415, 'CA', 'San Francisco, San Rafael'],
  [423, 'TN', 'Chattanooga, Johnson City'],
  [425, 'WA', 'Bellevue, Everett, Redmond'],
  [480, 'AZ', 'Chandler, Mesa, Scottsdale'],
  [501, 'AR', 'Conway, Hot Springs, Little Rock'],
  [502, 'KY', 'Frankfort, Louisville'],
  [503, 'OR', 'Portland, Salem'],
  [504, 'LA', 'New Orleans'],
  [505, 'NM', 'Albuquerque, Farmington, Santa Fe'],
  [512, 'TX', 'Austin, Round Rock'],
  [513, 'OH', 'Cincinnati, Hamilton'],
  [515, 'IA', 'Ames, Des Moines'],
  [516, 'NY', 'Hempstead, Levittown'],
  [518, 'NY', 'Albany, Schenectady, Troy'],
  [601, 'MS', 'Hattiesburg, Jackson, Meridian'],
  [602, 'AZ', 'Phoenix'],
  [603, 'NH', 'Concord, Manchester, Nashua'],
  [605, 'SD', 'Aberdeen, Rapid City, Sioux Falls'],
  [612, 'MN', 'Minneapolis'],
  [614, 'OH', 'Columbus'],
  [615, 'TN', 'Murfreesboro, Nashville'],
  [616, 'MI', 'Grand Rapids'],
  [617, 'MA', 'Boston, Cambridge, Quincy'],
  [619, 'CA', 'Chula Vista, San Diego'],
  [701, 'ND', 'Bismarck, Fargo, Grand Forks'],
  [702, 'NV', 'Henderson, Las Vegas'],
  [703, 'VA', 'Alexandria, Arlington, Fairfax'],
  [704, 'NC', 'Charlotte, Concord, Gastonia'],
  [713, 'TX', 'Houston'],
  [717, 'PA', 'Harrisburg, Lancaster, York'],
  [718, 'NY', 'Bronx, Brooklyn, Queens'],
  [757, 'VA', 'Chesapeake, Norfolk, Virginia Beach'],
  [801, 'UT', 'Ogden, Provo, Salt Lake City'],
  [802, 'VT', 'Burlington, Montpelier, Rutland'],
  [803, 'SC', 'Columbia, Rock Hill, Sumter'],
  [804, 'VA', 'Petersburg, Richmond'],
  [808, 'HI', 'Hilo, Honolulu'],
  [813, 'FL', 'Tampa'],
  [816, 'MO', 'Independence, Kansas City'],
  [901, 'TN', 'Memphis'],
  [904, 'FL', 'Jacksonville, St. Augustine'],
  [907, 'AK', 'Anchorage, Fairbanks, Juneau'],
  [916, 'CA', 'Roseville, Sacramento'],
  [919, 'NC', 'Durham, Raleigh'],
];

const canadian: readonly Row<keyof typeof provinces>[] = [
  [204, 'MB', 'Brandon, Winnipeg'],
  [306, 'SK', 'Regina, Saskatoon'],
  [403, 'AB', 'Calgary, Lethbridge, Red Deer'],
  [416, 'ON', 'Toronto'],
  [418, 'QC', 'Quebec City, Saguenay'],
  [506, 'NB', 'Fredericton, Moncton, Saint John'],
  [514, 'QC', 'Montreal'],
  [604, 'BC', 'Abbotsford, Burnaby, Vancouver'],
  [613, 'ON', 'Kingston, Ottawa'],
  [709, 'NL', "Corner Brook, St. John's"],
  [780, 'AB', 'Edmonton, Fort McMurray, Grande Prairie'],
  [902, 'NS', 'Halifax, Sydney'],
  [905, 'ON', 'Hamilton, Markham, Mississauga'],
];

const tollFree: readonly number[] = [800, 833, 844, 855, 866, 877, 888];

/**
 * The area codes that are offered, by code ascending. What the service shows as the city and state of a toll free code
 * was never seen; the words here are assumed.
 */
export const areaCodes: readonly AreaCode[] = [
  ...american.map(([areaCode, code, city]) => place({ areaCode, city, state: states[code], stateCode: code }, 'US')),
  ...canadian.map(([areaCode, code, city]) => place({ areaCode, city, state: provinces[code], stateCode: code }, 'CA')),
  ...tollFree.map((areaCode) => ({
    ...place({ areaCode, city: 'Toll Free', state: 'Toll Free', stateCode: '' }, 'US'),
    tollFree: true,
  })),
].sort((a, b) => a.areaCode - b.areaCode);

const byCode = new Map(areaCodes.map((entry) => [entry.areaCode, entry]));

/** Where an area code lies; undefined when it is not offered. */
export const findAreaCode = (areaCode: number): AreaCode | undefined => byCode.get(areaCode);

function place(
  where: Pick<AreaCode, 'areaCode' | 'city' | 'state' | 'stateCode'>,
  alpha2: AreaCode['alpha2'],
): AreaCode {
  return { ...where, alpha2, country: alpha2 === 'US' ? 'United States of America' : 'Canada', tollFree: false };
}
