import { consoleUrl } from '../../model/shared/urls.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The part of the answer of `requests.verify` and `webhooks.verify` that messages use. */
export interface VerifyResult {
  readonly passed: boolean;
  readonly message: string;
  readonly requests?: readonly Mapping[];
  readonly webhooks?: readonly Mapping[];
  readonly nearest?: readonly ShownNearMiss[];
}

interface ShownNearMiss {
  readonly request?: Mapping;
  readonly webhook?: Mapping;
  readonly differences?: readonly QueryDifference[];
}

interface QueryDifference {
  /** Name as the query spells it: `status`, `params[to]`. */
  readonly name: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** The functions of `this.utils` in Jest and Vitest, which other callers do not have. */
interface Utils {
  readonly diff?: (expected: unknown, received: unknown) => string | null | undefined;
}

const listedMax = 5;

interface VerdictContext {
  /** The `this` of a matcher. */
  readonly runner: unknown;
  /** Base URL of the world; undefined if the message has no links to its console. */
  readonly baseUrl: string | undefined;
}

/** The fax of the nearest item, or of the latest match, if any. */
export function faxOfVerdict({ nearest = [], requests = [], webhooks = [] }: VerifyResult): unknown {
  const item = nearest[0]?.request ?? nearest[0]?.webhook ?? requests.at(-1) ?? webhooks.at(-1) ?? {};
  const made = item['new_fax_ids'];
  return Array.isArray(made) && made.length > 0 ? (made[0] as unknown) : item['fax_id'];
}

/** The message of a failed check: the expectation, and the nearest item or the matching items. */
export function verdictText(verdict: VerifyResult, query: Mapping, context: VerdictContext): string {
  const { passed, message, nearest = [] } = verdict;
  const [near] = nearest;
  const first = passed ? message.replace(/^Expected/, 'Did not expect') : message;
  if (passed || near === undefined) return [first, ...listMatches(verdict, context)].join('\n');
  return `${first}\n\nNearest: ${linkedText(near, context)}\n${differenceText(near.differences ?? [], query, context.runner)}`;
}

function listMatches({ requests = [], webhooks = [] }: VerifyResult, context: VerdictContext): string[] {
  const items = [...requests.map((request) => ({ request })), ...webhooks.map((webhook) => ({ webhook }))];
  const earlier = items.length - listedMax;
  return [
    ...(items.length > 0 ? [''] : []),
    ...(earlier > 0 ? [`${earlier} earlier ones`] : []),
    ...items.slice(-listedMax).map((item) => linkedText(item, context)),
  ];
}

/** An item, with its address in the console on a line of its own. */
function linkedText(item: ShownNearMiss, { baseUrl }: VerdictContext): string {
  if (baseUrl === undefined) return itemText(item);
  const { request, webhook } = item;
  const place = request === undefined ? `webhooks/${asText(webhook?.['id'])}` : `requests/${asText(request['id'])}`;
  return `${itemText(item)}\n  ${consoleUrl(baseUrl, place)}`;
}

/** `request 3, POST /v2.1/faxes, answered 200`, or `webhook 2, fax_completed of fax 7, kept, without a URL`. */
function itemText({ request, webhook }: ShownNearMiss): string {
  if (request !== undefined) {
    const { id, method, path, answer } = request;
    const status = isPlainObject(answer) ? (answer['status'] ?? answer['broken']) : undefined;
    return `request ${asText(id)}, ${asText(method)} ${asText(path)}, answered ${asText(status)}`;
  }
  const { id, event, fax_id: fax, state, url, attempts } = webhook ?? {};
  const to = typeof url === 'string' ? `to ${url}` : 'without a URL';
  const why = Array.isArray(attempts) ? failureOf(attempts.at(-1)) : '';
  return `webhook ${asText(id)}, ${asText(event)} of fax ${asText(fax)}, ${asText(state)}, ${to}${why}`;
}

const failureOf = (attempt: unknown): string =>
  isPlainObject(attempt) && typeof attempt['failure'] === 'string' ? `: ${attempt['failure']}` : '';

/** The differences as the test runner prints them, with the matching conditions; without a runner, plain lines. */
function differenceText(differences: readonly QueryDifference[], query: Mapping, context: unknown): string {
  const inRunnersForm = utilsOf(context).diff?.(conditionsOf(query), receivedOf(query, differences));
  return inRunnersForm ?? differences.map(lineOf).join('\n');
}

function utilsOf(context: unknown): Utils {
  const utils = isPlainObject(context) ? context['utils'] : undefined;
  return isPlainObject(utils) && typeof utils['diff'] === 'function' ? utils : {};
}

const lineOf = ({ name, expected, got }: QueryDifference): string =>
  `  ${name}: expected ${JSON.stringify(expected)}, got ${got === null ? 'nothing' : JSON.stringify(got)}`;

const bounds = ['exactly', 'at_least', 'at_most', 'none_after'];

/** The conditions of a query that apply to a single item. */
const conditionsOf = (query: Mapping): Mapping =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !bounds.includes(name)));

/** The query, with the item's actual value in place of each unmet condition. */
function receivedOf(query: Mapping, differences: readonly QueryDifference[]): Mapping {
  return differences.reduce((received, { name, got }) => {
    const [, group, key] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
    if (group === undefined || key === undefined) return withValue(received, name, got);
    const values = received[group];
    return { ...received, [group]: withValue(isPlainObject(values) ? values : {}, key, got) };
  }, conditionsOf(query));
}

function withValue(group: Mapping, name: string, value: unknown): Mapping {
  const entries = Object.entries(group).filter(([known]) => known !== name || value !== null);
  return Object.fromEntries(entries.map(([known, old]) => [known, known === name ? value : old]));
}
