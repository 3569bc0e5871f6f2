import type { Assumption } from '../assumption.ts';

/** Of requests and refusals, whatever they are about. */
export const requestAssumptions: readonly Assumption[] = [
  {
    about: 'requests',
    choice: 'A `_method` that is none of GET, POST, PATCH, PUT, DELETE is refused with 422.',
    because: 'The method override is documented, its limits are not.',
  },
  {
    about: 'requests',
    choice: 'Broken JSON, multipart, %-escapes or UTF-8 get 400; more than 1000 parameters or 100 levels too.',
    because: 'Only 401, 404, 422, 429 and 5xx are known to official clients; this is what HTTP has for it.',
  },
  {
    about: 'requests',
    choice: 'A body that the client cuts off gets 400, one that stalls 408 after five minutes.',
    because: 'None was ever seen; statuses and time are those of Node.',
  },
  {
    about: 'requests',
    choice: 'A body over the limit gets 413, one of an unknown Content-Type 415, another method 405 with Allow.',
    because: 'None was ever seen.',
  },
  {
    about: 'requests',
    choice: 'A parameter in the body wins over one of the same name in the query.',
    because: 'Clients never send both.',
  },
  {
    about: 'requests',
    choice: 'Spaces at the ends of a value are cut off, but not in a tag, the metadata of a PhaxCode, or string_data.',
    because: 'Clients send numbers and words as users typed them; what the service does with spaces was never seen.',
  },
  {
    about: 'requests',
    choice: 'A URL with a control character is refused, also where it stands at an end.',
    because: 'A URL parser drops it, and the webhook would go to another URL than the one that was given.',
  },
  {
    about: 'requests',
    choice: 'Parameters that an operation does not know are ignored; the request journal says so.',
    because: 'None was ever seen to be refused.',
  },
  {
    about: 'requests',
    choice: 'A rate limit, when it is switched on, counts for each API key and comes with Retry-After.',
    because: 'Clients pause a second between calls and know 429; headers and text were never seen.',
  },
  {
    about: 'authentication',
    choice: 'v2.1 takes api_key and api_secret too, unless --strict-auth is given.',
    because: 'The specification lists both ways for all versions; the official Ruby client says Basic only for v2.1.',
  },
  {
    about: 'authentication',
    choice: 'The texts of 401, and its header `WWW-Authenticate: Basic`. Basic wins where both ways are used.',
    because: 'No 401 was ever recorded; HTTP asks for the header.',
  },
  {
    about: 'refusals',
    choice: 'The texts of 422; they name the parameter and what was expected.',
    because: 'No 422 was ever recorded.',
  },
  {
    about: 'refusals',
    choice: 'The texts of `fail` in a scenario are general: “Service unavailable”, “Rate limit exceeded”.',
    because: 'Of refusals only the text of 404 was recorded.',
  },
  {
    about: 'refusals',
    choice: 'An unknown record gets 404 with the text of an unknown route; an id that is no whole number too, and why.',
    because: 'Only that of an unknown route was recorded.',
  },
  {
    about: 'refusals',
    choice: 'v1 answers what an operation refuses with 200 and `success: false`; 400, 401, 404, 405, 413 and 415 stay.',
    because: 'One captured answer, and that its clients look at `success` alone.',
  },
  {
    about: 'refusals',
    choice:
      'Headers follow the status: a refusal with 200 has ETag, Cache-Control, HSTS and X-Robots-Tag of a success.',
    because: 'Every recorded 200 has them, the one recorded 404 has not; no refusal with 200 was recorded.',
  },
  {
    about: 'paging',
    choice: 'More than 1000 a page gives 1000; a page past the end is empty; less than 1 is refused.',
    because: 'The maximum is documented, what happens beyond it is not.',
  },
  {
    about: 'times',
    choice: 'A time without a zone is US Central time; a date alone is its midnight there.',
    because: 'Answers are in that zone; what is assumed for requests is not documented.',
  },
  {
    about: 'times',
    choice: 'Both ends of a range belong to it. A range turned round is refused; a start after now finds nothing.',
    because: 'Only that a start at now finds nothing is known.',
  },
];
