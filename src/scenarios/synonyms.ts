import { nearestText } from '../did-you-mean.ts';

/** What people write, by what they mean: the letters alone would lead them astray. */
const synonyms = {
  file: { rule: 'rules', param: 'params', parameters: 'params', title: 'name', extend: 'extends' },
  rule: {
    ...{ when: 'where', if: 'where', match: 'where', matches: 'where', effect: 'do', probability: 'chance' },
    ...{ status: 'do: {respond: {status}}', respond: 'do: {respond}', fail: 'do: {fail}', delay: 'do: {delay}' },
    ...{ limit: 'times', skip: 'after', operation: 'on', operations: 'on', retry_after: 'do: {retry_after}' },
  },
  effects: {
    ...{ status: 'respond: {status}', code: 'respond: {status}', response: 'respond', headers: 'respond: {headers}' },
    ...{ message: 'respond: {message}', error: 'fail, or respond: {status}', latency: 'delay', sleep: 'delay' },
    ...{ wait: 'delay', slow: 'delay', timeout: 'wire: hang', hang: 'wire: hang', reset: 'wire: reset' },
    ...{ truncate: 'wire: {truncate: BYTES}', dribble: 'wire: {dribble: {chunks, over}}', statuses: 'course' },
  },
  wires: {
    ...{ truncate: '{truncate: BYTES}', truncated: '{truncate: BYTES}', cut: '{truncate: BYTES}' },
    ...{ dribble: '{dribble: {chunks, over}}', slow: '{dribble: {chunks, over}}' },
    ...{ timeout: 'hang', close: 'empty', abort: 'reset', drop: 'reset' },
  },
  comparisons: {
    ...{ regex: 'matches', regexp: 'matches', pattern: 'matches', match: 'matches', one_of: 'in', any: 'in' },
    ...{ includes: 'contains', starts_with: 'matches', ends_with: 'matches', ne: 'not', above: 'gt', below: 'lt' },
    ...{ min: 'gt', max: 'lt', present: 'exists' },
  },
  failures: {
    ...{ 401: 'unauthorized', 403: 'unauthorized', forbidden: 'unauthorized', auth: 'unauthorized' },
    ...{ 404: 'not_found', missing: 'not_found', 400: 'invalid', 422: 'invalid', bad_request: 'invalid' },
    ...{ 429: 'rate_limited', too_many_requests: 'rate_limited', throttled: 'rate_limited' },
    ...{ 503: 'unavailable', down: 'unavailable', outage: 'unavailable', service_unavailable: 'unavailable' },
    ...{ 500: 'server_error', error: 'server_error', internal_server_error: 'server_error', timeout: 'wire: hang' },
  },
  statuses: {
    ...{ failed: 'failure', fail: 'failure', error: 'failure', busy: 'failure', undelivered: 'failure' },
    ...{ sent: 'success', done: 'success', delivered: 'success', succeeded: 'success', ok: 'success' },
    ...{ sending: 'inprogress', in_progress: 'inprogress', processing: 'inprogress', running: 'inprogress' },
    ...{ retry: 'willretry', retrying: 'willretry', partial: 'partialsuccess', partial_success: 'partialsuccess' },
  },
  events: {
    ...{ completed: 'fax_completed', complete: 'fax_completed', done: 'fax_completed', finished: 'fax_completed' },
    ...{ sent: 'fax_completed', failed: 'fax_completed', success: 'fax_completed', failure: 'fax_completed' },
    ...{ page: 'transmitting_page', transmitting: 'transmitting_page', progress: 'transmitting_page' },
    ...{ retry: 'retry_scheduled', willretry: 'retry_scheduled' },
  },
  signings: {
    ...{ unsigned: 'none', missing: 'none', no: 'none', wrong: 'wrong-token', bad: 'wrong-token' },
    ...{ badly: 'wrong-token', invalid: 'wrong-token', tampered: 'tampered-body' },
  },
  facts: {
    tags: 'fax.tags.NAME',
    tag: 'fax.tags.NAME',
    param: 'params.NAME',
    header: 'headers.NAME',
    status: 'fax.status',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

/** Where words stand. */
export type WordKind = keyof typeof synonyms;

/** What people mean by a word where it stands; undefined: nothing that is known. */
export function canonicalWord(word: string, place: WordKind): string | undefined {
  const meant: Readonly<Record<string, string>> = synonyms[place];
  const spelled = word.toLowerCase().replaceAll('-', '_');
  return Object.hasOwn(meant, spelled) ? meant[spelled] : undefined;
}

/** `; the nearest is …`: what people mean with a wrong word, or else the right one whose letters are near; or nothing. */
export function nearestWordText(word: string, known: readonly string[], place?: WordKind): string {
  const meant = place === undefined ? undefined : canonicalWord(word, place);
  return meant === undefined ? nearestText(word, known) : `; the nearest is ${meant}`;
}
