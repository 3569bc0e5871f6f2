import type { ByVersion } from './evidence.ts';
import {
  all,
  documented,
  recorded,
  traffic2017,
  traffic2021,
  v1Reference,
  v2Reference,
  rubyV1,
  client,
} from './proof.ts';
import { pageParameters } from './proof.ts';

const filters = all(client('Ruby, Node and Python clients'), 'toll_free', 'country_code', 'country', 'state');

/** The account's status, and the data that are open to every caller. */
export const accountEvidence = {
  getAccountStatus: {
    v1: { call: v1Reference, message: v1Reference, parameters: {} },
    v2: { call: v2Reference, message: recorded('v2.1 traffic of 2021'), parameters: {} },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: {} },
  },
  listCountries: {
    v1: { call: rubyV1, message: rubyV1, parameters: {} },
    v2: { call: traffic2017, message: traffic2017, parameters: pageParameters },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: pageParameters },
  },
  listAreaCodes: {
    v1: { call: rubyV1, message: rubyV1, parameters: all(rubyV1, 'is_toll_free', 'state') },
    v2: { call: traffic2017, message: traffic2017, parameters: { ...pageParameters, ...filters } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { ...pageParameters, ...filters } },
  },
} as const satisfies Record<string, ByVersion>;

const countryFields = ['name', 'alpha2', 'country_code', 'price_per_page', 'send_support', 'receive_support'] as const;
const areaCodeFields = ['country_code', 'area_code', 'city', 'state', 'country', 'toll_free'] as const;

export const accountRecords = {
  v1: {
    AccountStatus: all(v1Reference, 'faxes_sent_this_month', 'faxes_sent_today', 'balance'),
    Country: { price_per_page: rubyV1 },
    AreaCode: all(rubyV1, 'city', 'state'),
  },
  v2: {
    AccountStatus: all(v2Reference, 'balance', 'faxes_today', 'faxes_this_month'),
    FaxCounts: all(documented('v2 reference'), 'sent', 'received'),
    Country: all(traffic2017, ...countryFields),
    AreaCode: all(traffic2017, ...areaCodeFields),
  },
  'v2.1': {
    AccountStatus: all(traffic2021, 'balance', 'faxes_today', 'faxes_this_month'),
    FaxCounts: all(traffic2021, 'sent', 'received'),
    Country: all(traffic2021, ...countryFields),
    AreaCode: all(traffic2021, ...areaCodeFields),
  },
};
