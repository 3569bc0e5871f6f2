import type { Assumption } from '../assumption.ts';

/** Assumptions about phone numbers and their availability. */
export const phoneNumberAssumptions: readonly Assumption[] = [
  {
    about: 'listPhoneNumbers',
    choice: 'area_code without country_code gets 422.',
    because: 'The requirement is documented; status and text are not.',
  },
  {
    about: 'provisionNumber',
    choice: 'If no number is available, 422 with the text of v1; countries other than the US and Canada have none.',
    because: 'A third party has the text; the status has not been recorded.',
  },
  {
    about: 'provisionNumber',
    choice:
      'New numbers have exchange 555, the fictional range first. A released number is not given again for 90 days.',
    because: 'Real numbers are random and may belong to a subscriber; the time of 90 days is not documented.',
  },
  {
    about: 'provisionNumber',
    choice: 'Both key pairs provision numbers. 200 cents are charged at once; a lower balance gets 422.',
    because: 'Provisioning, test faxes and the cost are recorded for one account; refusals are not.',
  },
  {
    about: 'listPhoneNumbers',
    choice: 'Each month (in UTC) takes the price again and moves last_billed_at, even below a balance of 0.',
    because: 'The monthly cost and the field are recorded; no renewal was, nor what an empty balance does to a number.',
  },
  {
    about: 'releaseNumber',
    choice: 'The price is not refunded. A resend omits a released caller id. v1 names a wrong number.',
    because: 'None of this is documented.',
  },
  {
    about: 'listCountries',
    choice:
      'Countries after the first 25: 10 cents in five, else 20; send none without a telephone network; common names.',
    because: 'Only the first page and the total are recorded.',
  },
  {
    about: 'listAreaCodes',
    choice:
      'All area codes of the US and Canada, geographic and toll free; towns for most of them. An unknown state has no area codes.',
    because: 'About 320 are recorded, a few with towns: those with available numbers on that day.',
  },
  {
    about: 'listAreaCodes',
    choice: 'Credentials are ignored, even wrong ones, as for countries. Without /w/ID the default world answers.',
    because: 'Recorded only without credentials and with valid ones.',
  },
];
