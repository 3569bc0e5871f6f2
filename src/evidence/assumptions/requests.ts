import type { Assumption } from '../assumption.ts';

/** Of requests and refusals, whatever they are about. */
export const requestAssumptions: readonly Assumption[] = [
  {
    about: 'requests',
    choice: 'A `_method` other than GET, POST, PATCH, PUT and DELETE is refused with 422.',
    because: 'The method override is documented; its limits are not.',
  },
  {
    about: 'requests',
    choice: 'Broken JSON, multipart, percent escapes or UTF-8 get 400. So do more than 1000 parameters or 100 levels.',
    because: 'Official clients know only 401, 404, 422, 429 and 5xx; 400 is the status that HTTP has for it.',
  },
  {
    about: 'requests',
    choice: 'An incomplete body gets 400. A body that stalls gets 408 after five minutes.',
    because: 'No such response has been recorded; statuses and time are those of Node.',
  },
  {
    about: 'requests',
    choice: 'A body over the limit gets 413, an unknown Content-Type 415, a wrong method 405 with Allow.',
    because: 'No such response has been recorded.',
  },
  {
    about: 'requests',
    choice: 'A parameter in the body wins over the same parameter in the query.',
    because: 'Clients never send both.',
  },
  {
    about: 'requests',
    choice: 'Spaces at the ends of a value are trimmed, but not in a tag, the metadata of a PhaxCode, or string_data.',
    because: 'Clients send numbers and words as users typed them. No recorded request has such spaces.',
  },
  {
    about: 'requests',
    choice: 'A URL with a control character is refused, also at its start or end.',
    because: 'A URL parser drops the character, and the webhook would go to another URL than the given one.',
  },
  {
    about: 'requests',
    choice: 'Unknown parameters are ignored; the request journal reports them.',
    because: 'No refusal of an unknown parameter has been recorded.',
  },
  {
    about: 'requests',
    choice: 'A rate limit, if set, counts per API key, and its 429 has Retry-After.',
    because: 'Clients pause a second between requests and know 429. Headers and text have not been recorded.',
  },
  {
    about: 'authentication',
    choice: 'v2.1 accepts api_key and api_secret too, unless --strict-auth is set.',
    because: 'The specification lists both ways for all versions; the official Ruby client allows only Basic for v2.1.',
  },
  {
    about: 'authentication',
    choice: 'The texts of 401, and its header `WWW-Authenticate: Basic`. If a request has both ways, Basic wins.',
    because: 'No 401 has been recorded; HTTP requires the header.',
  },
  {
    about: 'refusals',
    choice: 'The texts of 422, which name the parameter and the expected value.',
    because: 'No 422 has been recorded.',
  },
  {
    about: 'refusals',
    choice: 'The texts of `fail` in a scenario are general: “Service unavailable”, “Rate limit exceeded”.',
    because: 'Only the text of 404 has been recorded.',
  },
  {
    about: 'refusals',
    choice:
      'An unknown record gets 404 with the text of an unknown route. An id that is no integer gets 404 with a reason.',
    because: 'Only the text of an unknown route has been recorded.',
  },
  {
    about: 'refusals',
    choice:
      'A refusal by an operation of v1 has status 200 and `success: false`; 400, 401, 404, 405, 413 and 415 stay.',
    because: 'One recorded response has it, and v1 clients check `success` only.',
  },
  {
    about: 'refusals',
    choice:
      'Headers follow the status: a refusal with 200 has the ETag, Cache-Control, HSTS and X-Robots-Tag of a success.',
    because: 'Every recorded 200 has them, the one recorded 404 does not. No refusal with 200 has been recorded.',
  },
  {
    about: 'paging',
    choice: 'More than 1000 per page gives 1000; a page past the end is empty; a page below 1 is refused.',
    because: 'The maximum is documented; the behaviour beyond it is not.',
  },
  {
    about: 'times',
    choice: 'A time without a zone is US Central time; a date alone is its midnight there.',
    because: 'Responses are in that zone; the zone of requests is not documented.',
  },
  {
    about: 'times',
    choice: 'A range includes both ends. A reversed range is refused; a start in the future finds no record.',
    because: 'It is known only that a start at the present finds no record.',
  },
];

/** Of the account. */
export const accountAssumptions: readonly Assumption[] = [
  {
    about: 'getAccountStatus',
    choice: 'Faxes count by creation time, per US Central day and month; test faxes and failed faxes count too.',
    because: 'Only zeros have been recorded.',
  },
];

/** Of the starting states. */
export const fixtureAssumptions: readonly Assumption[] = [
  {
    about: 'fixtures',
    choice: 'The types of barcodes, the city and state of toll-free numbers, the error of a partial success.',
    because: 'No samples exist.',
  },
];
