import { describe, expect, test } from '@jest/globals';
import { ScenarioLibrary, scenarioFolder } from '../../src/scenarios/library.ts';
import { openSimulator } from '../support/simulator.ts';

const library = new ScenarioLibrary(scenarioFolder);

/** The first page as recorded in November 2021: name, alpha-2 code and price of each country, in their order. */
const firstPage = [
  ['United States of America', 'US', 7],
  ['Canada', 'CA', 7],
  ['Puerto Rico', 'PR', 7],
  ['Argentina', 'AR', 10],
  ['Austria', 'AT', 10],
  ['Australia', 'AU', 10],
  ['Belgium', 'BE', 10],
  ['Brazil', 'BR', 10],
  ['Switzerland', 'CH', 10],
  ['Germany', 'DE', 10],
  ['Denmark', 'DK', 10],
  ['Spain', 'ES', 10],
  ['France', 'FR', 10],
  ['United Kingdom of Great Britain and Northern Ireland', 'GB', 10],
  ['Greece', 'GR', 10],
  ['Hong Kong', 'HK', 10],
  ['Ireland', 'IE', 10],
  ['Israel', 'IL', 10],
  ['India', 'IN', 10],
  ['Italy', 'IT', 10],
  ['Jersey', 'JE', 10],
  ['Japan', 'JP', 10],
  ['Luxembourg', 'LU', 10],
  ['Netherlands', 'NL', 10],
  ['Norway', 'NO', 10],
] as const;

/** Only two of the first page's countries receive faxes; all send. */
const recordedCountry = ([name, alpha2, price_per_page]: (typeof firstPage)[number]) => ({
  ...{ name, alpha2, country_code: expect.any(Number), price_per_page },
  send_support: 'full',
  receive_support: alpha2 === 'US' || alpha2 === 'CA' ? 'full' : 'none',
});

describe.each(['v2', 'v2.1'])('%s countries', (version) => {
  test('begin as recorded, 250 in all', async () => {
    const { anyone } = openSimulator();
    const { body, text, headers } = await anyone.get(`/${version}/public/countries`).expect(200);
    expect(body.data).toEqual(firstPage.map(recordedCountry));
    expect(text).toContain(
      '{"success":true,"message":"Data contains countries info","data":[{"name":"United States of America","alpha2":"US","country_code":1,"price_per_page":7,"send_support":"full","receive_support":"full"},',
    );
    expect(body.paging).toEqual({ total: 250, per_page: 25, page: 1 });
    expect(headers).toMatchObject({ 'x-total': '250', 'x-per-page': '25', 'x-page': '1' });
  });

  test('are each there once, with a calling code', async () => {
    const { anyone } = openSimulator();
    const { body } = await anyone.get(`/${version}/public/countries?per_page=1000`).expect(200);
    const codes = body.data.map((country: { alpha2: string }) => country.alpha2);
    expect(new Set(codes).size).toBe(250);
    for (const { name, country_code, price_per_page } of body.data) {
      expect(name).not.toBe('');
      expect(Number.isInteger(country_code) && country_code >= 1 && country_code <= 999).toBe(true);
      expect([7, 10, 20]).toContain(price_per_page);
    }
    const past = await anyone.get(`/${version}/public/countries?per_page=100&page=4`).expect(200);
    expect(past.body).toMatchObject({ data: [], paging: { total: 250, per_page: 100, page: 4 } });
  });
});

interface Entry {
  area_code: number;
  state: string;
  country: string;
  toll_free: boolean;
}

describe.each(['v2', 'v2.1'])('%s area codes', (version) => {
  const get = async (query: object): Promise<Entry[]> => {
    const { body } = await openSimulator()
      .anyone.get(`/${version}/public/area_codes`)
      .query({ per_page: 1000, ...query })
      .expect(200);
    expect(body.message).toBe('Data contains found available area codes');
    return body.data;
  };

  test('are listed by code, in pages', async () => {
    const { body, headers } = await openSimulator().anyone.get(`/${version}/public/area_codes`).expect(200);
    expect(body.data).toHaveLength(25);
    expect(headers['x-total']).toBe(String(body.paging.total));
    const codes = (await get({})).map(({ area_code }) => area_code);
    expect(codes).toHaveLength(body.paging.total);
    expect(codes).toEqual(codes.toSorted((a, b) => a - b));
  });

  test('have 401 as the only one of Rhode Island, as recorded', async () => {
    const recorded = {
      country_code: 1,
      area_code: 401,
      city: 'Cranston, Pawtucket, Providence',
      state: 'Rhode Island',
      country: 'United States of America',
      toll_free: false,
    };
    expect(JSON.stringify(await get({ country: 'US', state: 'RI' }))).toBe(JSON.stringify([recorded]));
    expect(await get({ country_code: 1, state: 'ri' })).toEqual([recorded]);
  });

  test.each([
    [{ toll_free: true }, (entry: Entry) => entry.toll_free],
    [{ toll_free: false }, (entry: Entry) => !entry.toll_free],
    [{ country: 'CA' }, (entry: Entry) => entry.country === 'Canada'],
    [{ country: 'us', toll_free: false }, (entry: Entry) => entry.country.startsWith('United') && !entry.toll_free],
    [{ country_code: 1 }, () => true],
    [{ country_code: 44 }, () => false],
    [{ country: 'GB' }, () => false],
    [{ country: 'CA', state: 'LA' }, () => false],
  ])('are found by %j', async (query, fits) => {
    expect(await get(query)).toEqual((await get({})).filter(fits));
  });

  test.each([
    [{ state: 'RI' }, 'country or country_code is required when state is given'],
    [{ country: 'US', state: 'Rhode Island' }, 'state must be the two letters of a state or province, such as LA'],
    [{ country: 'XX' }, 'country must be an ISO 3166 alpha-2 country code'],
    [{ country_code: 'US' }, 'country_code must be an integer'],
    [{ toll_free: 'maybe' }, 'toll_free must be true or false'],
  ])('are not listed by %j', async (query, message) => {
    const { body } = await openSimulator().anyone.get(`/${version}/public/area_codes`).query(query).expect(422);
    expect(body).toEqual({ success: false, message: expect.stringContaining(message) });
  });
});

describe('v1', () => {
  test('has the area codes as an object, and says how many', async () => {
    const { anyone } = openSimulator();
    const rhodeIsland = await anyone.post('/v1/areaCodes').type('form').send({ state: 'RI' }).expect(200);
    expect(rhodeIsland.text).toBe(
      '{"success":true,"message":"1 area codes available.","data":{"401":{"city":"Cranston, Pawtucket, Providence","state":"Rhode Island"}}}',
    );
    const tollFree = await anyone.get('/v1/areaCodes?is_toll_free=true').expect(200);
    expect(Object.keys(tollFree.body.data)).toEqual(['800', '833', '844', '855', '866', '877', '888']);
    const all = await anyone.get('/v1/areaCodes').expect(200);
    expect(all.body.message).toBe(`${Object.keys(all.body.data).length} area codes available.`);
  });

  test('has the countries that faxes can be sent to, by name', async () => {
    const { body } = await openSimulator().anyone.get('/v1/supportedCountries').expect(200);
    expect(body.message).toBe('Data contains supported countries.');
    expect(body.data).toMatchObject({
      'United States of America': { price_per_page: 7 },
      'United Kingdom of Great Britain and Northern Ireland': { price_per_page: 10 },
      Germany: { price_per_page: 10 },
    });
    expect(body.data).not.toHaveProperty('Antarctica');
  });
});

describe('public data', () => {
  const paths = ['/v2.1/public/countries', '/v2/public/area_codes', '/v1/areaCodes', '/v1/supportedCountries'];

  test.each(paths)('%s asks for no credentials, and does not look at wrong ones', async (path) => {
    const { anyone, live, simulator } = openSimulator();
    expect(simulator.parts.worlds.default.id).toBe('default');
    for (const prefix of ['', '/w/default']) {
      await anyone.get(prefix + path).expect(200);
      await anyone
        .get(prefix + path)
        .auth('x', 'y')
        .expect(200);
      await anyone
        .get(prefix + path)
        .set('Authorization', 'Bearer x')
        .expect(200);
      await anyone
        .get(prefix + path)
        .query({ api_key: 'x', api_secret: 'y' })
        .expect(200);
      await live.get(prefix + path).expect(200);
    }
    await anyone.get(`/w/elsewhere${path}`).expect(421);
  });

  test('can be failed by a scenario', async () => {
    const { anyone } = openSimulator();
    const { headers } = await anyone.get('/v2/public/countries').set('X-Faxsim-Scenario', 'outage').expect(503);
    expect(headers['x-faxsim-rule']).toMatch(/^outage\//);
  });

  test('belongs to the world that is there after a reset', async () => {
    const { anyone, simulator } = openSimulator();
    await simulator.parts.worlds.get('default')!.reset();
    simulator.parts.worlds.default.scenarios.switchOn(await library.find('outage'));
    await anyone.get('/v2/public/countries').expect(503);
    await anyone.get('/v1/supportedCountries').expect(503);
  });

  test('costs what faxes cost there', async () => {
    const world = openSimulator();
    const { body } = await world.anyone.get('/v2/public/countries?per_page=250').expect(200);
    const price = (alpha2: string): number =>
      body.data.find((country: { alpha2: string }) => country.alpha2 === alpha2).price_per_page;
    for (const [to, alpha2] of [
      ['+12025550123', 'US'],
      ['+442079460123', 'GB'],
      ['+85223456789', 'HK'],
      ['+48221234567', 'PL'],
      ['+376712345', 'AD'],
    ] as const) {
      const fax = { to, content_url: 'https://example.com' };
      const { body: sent } = await world.live.post('/v2/faxes').type('form').send(fax).expect(200);
      await world.clock.runUntilIdle();
      const { body: done } = await world.live.get(`/v2/faxes/${sent.data.id}`).expect(200);
      expect(done.data).toMatchObject({ status: 'success', cost: done.data.num_pages * price(alpha2) });
    }
  });
});
