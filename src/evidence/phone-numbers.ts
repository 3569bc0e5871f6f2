import type { ByVersion } from './evidence.ts';
import { pageParameters } from './proof.ts';
import {
  all,
  assumed,
  client,
  documented,
  rubyV1,
  thirdParty,
  traffic2017,
  traffic2021,
  v1Reference,
  v2Reference,
} from './proof.ts';

const filters = all(v2Reference, 'country_code', 'area_code');

const v21Reference = documented('v2.1 reference');

const provisionParameters = all(v21Reference, 'country_code', 'area_code', 'callback_url');

const noNumber = {
  invalid: {
    status: assumed('that the call fails is known, the status is not'),
    text: thirdParty('a text of v1, where there is no number to give'),
  },
};

export const phoneNumberEvidence = {
  listPhoneNumbers: {
    v1: { call: v1Reference, message: v1Reference, parameters: all(v1Reference, 'area_code', 'number') },
    v2: { call: traffic2017, message: traffic2017, parameters: { ...pageParameters, ...filters } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { ...pageParameters, ...filters } },
  },
  provisionNumber: {
    v1: { call: rubyV1, message: rubyV1, parameters: all(rubyV1, 'area_code', 'callback_url'), refusals: noNumber },
    v2: { call: v2Reference, message: traffic2021, parameters: provisionParameters, refusals: noNumber },
    'v2.1': {
      call: traffic2021,
      message: traffic2021,
      parameters: { ...provisionParameters, address_id: v21Reference },
      refusals: noNumber,
    },
  },
  releaseNumber: {
    v1: { call: rubyV1, message: rubyV1, parameters: { number: rubyV1 } },
    v2: { call: v2Reference, message: traffic2021, parameters: { number: v2Reference } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { number: traffic2021 } },
  },
  getPhoneNumber: {
    v2: { call: traffic2017, message: traffic2017, parameters: { number: traffic2017 } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { number: traffic2021 } },
  },
} as const satisfies Record<string, ByVersion>;

const numberFields = ['phone_number', 'city', 'state', 'country', 'cost', 'last_billed_at', 'provisioned_at'] as const;

export const phoneNumberRecords = {
  v1: {
    PhoneNumber: {
      ...all(client('Ruby client 0.5'), 'city', 'state', 'cost', 'last_billed_at', 'provisioned_at'),
      number: documented('v1 reference: ten digits'),
    },
  },
  v2: { PhoneNumber: all(traffic2017, ...numberFields, 'callback_url') },
  'v2.1': { PhoneNumber: all(traffic2021, ...numberFields, 'callback_url', 'ata_name') },
};
