import { nearestText } from '../model/shared/words.ts';

/**
 * Words that people write in place of a known word, if comparing letters would find the wrong one. Each known word has
 * its synonyms in one text.
 */
const synonyms = {
  file: {
    rules: 'rule',
    params: 'param parameters',
    name: 'title',
    extends: 'extend',
  },
  rule: {
    where: 'when if match matches',
    do: 'effect',
    chance: 'probability',
    'do: {respond: {status}}': 'status',
    'do: {respond}': 'respond',
    'do: {fail}': 'fail',
    'do: {delay}': 'delay',
    times: 'limit',
    after: 'skip',
    on: 'operation operations',
    'do: {retry_after}': 'retry_after',
  },
  effects: {
    'respond: {status}': 'status code',
    respond: 'response',
    'respond: {headers}': 'headers',
    'respond: {message}': 'message',
    'fail, or respond: {status}': 'error',
    delay: 'latency sleep wait slow',
    'wire: hang': 'timeout hang',
    'wire: reset': 'reset',
    'wire: {truncate: BYTES}': 'truncate',
    'wire: {dribble: {chunks, over}}': 'dribble',
    course: 'statuses',
  },
  wires: {
    '{truncate: BYTES}': 'truncate truncated cut',
    '{dribble: {chunks, over}}': 'dribble slow',
    hang: 'timeout',
    empty: 'close',
    reset: 'abort drop',
  },
  comparisons: {
    matches: 'regex regexp pattern match starts_with ends_with',
    in: 'one_of any',
    contains: 'includes',
    not: 'ne',
    gt: 'above min',
    lt: 'below max',
    exists: 'present',
  },
  failures: {
    unauthorized: '401 403 forbidden auth',
    not_found: '404 missing',
    invalid: '400 422 bad_request',
    rate_limited: '429 too_many_requests throttled',
    unavailable: '503 down outage service_unavailable',
    server_error: '500 error internal_server_error',
    'wire: hang': 'timeout',
  },
  statuses: {
    failure: 'failed fail error busy undelivered',
    success: 'sent done delivered succeeded ok',
    inprogress: 'sending in_progress processing running',
    willretry: 'retry retrying',
    partialsuccess: 'partial partial_success',
  },
  events: {
    fax_completed: 'completed complete done finished sent failed success failure',
    transmitting_page: 'page transmitting progress',
    retry_scheduled: 'retry willretry',
  },
  signings: {
    none: 'unsigned missing no',
    'wrong-token': 'wrong bad badly invalid',
    'tampered-body': 'tampered',
  },
  facts: {
    'fax.tags.NAME': 'tags tag',
    'params.NAME': 'param',
    'headers.NAME': 'header',
    'fax.status': 'status',
    url: 'receiver webhook_url',
  },
} satisfies Record<string, Readonly<Record<string, string>>>;

/** The table of synonyms to use. */
export type WordKind = keyof typeof synonyms;

/** The known word that a synonym means; undefined if there is none. */
export function canonicalWord(word: string, kind: WordKind): string | undefined {
  const spelled = word.toLowerCase().replaceAll('-', '_');
  return Object.entries(synonyms[kind]).find(([, words]) => words.split(' ').includes(spelled))?.[0];
}

/**
 * `; the nearest is …`: the known word that a wrong one means, or the one with the most similar letters. Empty without
 * such a word.
 */
export function nearestWordText(word: string, known: readonly string[], kind?: WordKind): string {
  const meant = kind === undefined ? undefined : canonicalWord(word, kind);
  return meant === undefined ? nearestText(word, known) : `; the nearest is ${meant}`;
}
