import type { Assumption } from '../assumption.ts';

/** Of phone numbers, and of what numbers there are. */
export const phoneNumberAssumptions: readonly Assumption[] = [
  {
    about: 'listPhoneNumbers',
    choice: 'area_code without country_code gets 422.',
    because: 'That it is required is documented; status and text are not.',
  },
  {
    about: 'provisionNumber',
    choice: 'Without a number to give 422 with the text of v1, for a country other than the US and Canada too.',
    because: 'A third party knows the text; the status was not seen.',
  },
  {
    about: 'provisionNumber',
    choice: 'Numbers are of exchange 555, those kept for fiction first. A released one rests for 90 days.',
    because: 'Real numbers are random and may be anyone’s; how long one rests is not documented.',
  },
  {
    about: 'provisionNumber',
    choice: 'Both pairs of keys provision; 200 cents are taken at once, and 422 when they are not there.',
    because: 'Recorded are provisioning and test faxes of one account, and the cost; refusals were not.',
  },
  {
    about: 'listPhoneNumbers',
    choice:
      'Each month (in UTC) takes the price again and moves last_billed_at, even below a balance of 0.',
    because: 'The monthly cost and the field are recorded; no renewal was, nor what an empty balance does to a number.',
  },
  {
    about: 'releaseNumber',
    choice:
      'Nothing is paid back. A resend of a fax leaves out a caller id that was released. v1 names a wrong number.',
    because: 'None of it is documented.',
  },
  {
    about: 'listCountries',
    choice:
      'Countries after the first 25: 10 cents in five, else 20; send none without a telephone network; common names.',
    because: 'Only the first page and the total were recorded.',
  },
  {
    about: 'listAreaCodes',
    choice: 'All of the US and Canada, geographic and toll free; the towns of most. An unknown state has none.',
    because: 'Some 320 were recorded in total, a few with towns: those with numbers to give on that day.',
  },
  {
    about: 'listAreaCodes',
    choice: 'Credentials are not looked at, even wrong ones; as of countries. Without /w/ID the default world answers.',
    because: 'Recorded only without credentials and with right ones.',
  },
];
