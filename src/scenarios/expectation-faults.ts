import { scopeOf } from './effects.ts';
import { retryAfterIn, waitOf } from './retry-after.ts';
import type { Range } from './scenario.ts';

/** A rule as its file has it, as far as it matters to what it may expect. */
export interface ExpectingRule {
  readonly on: string | readonly string[];
  readonly times?: number | undefined;
  readonly per: string;
  readonly do: {
    readonly fail?: string | undefined;
    readonly retry_after?: number | undefined;
    readonly respond?: { readonly headers: Readonly<Record<string, string>> } | undefined;
    readonly wire?: string | object | undefined;
    readonly commit?: boolean | undefined;
    readonly rate_limit?: object | undefined;
    readonly sign?: string | undefined;
    readonly receiver?: number | undefined;
  };
  readonly expect?: Readonly<Record<string, unknown>> | undefined;
}

/** Why a rule cannot have what it expects: nothing that it does could ever show it. */
export function misplacedExpectations(rule: ExpectingRule): string[] {
  const wanted = Object.entries(rule.expect ?? {}).filter(([, value]) => value !== undefined);
  if (rule.expect !== undefined && wanted.length === 0) return ['must expect something'];
  return wanted.flatMap(([name, value]) => {
    const why = obstacles[name]?.(rule) ?? wrongRange(value);
    return why === undefined ? [] : [`cannot have ${name} here: ${why}`];
  });
}

type Obstacle = (rule: ExpectingRule) => string | undefined;

const isAboutAnswers: Obstacle = ({ on }) =>
  listOf(on).every((word) => scopeOf(word) === 'answer') ? undefined : 'the rule is not about answers';

const obstacles: Readonly<Record<string, Obstacle>> = {
  fired: ({ times = Infinity, per, expect }) => {
    const { min, max } = rangeOf(expect?.['fired'] ?? {});
    if (per === 'fax' || per === 'number' || min <= times || min > max) return undefined;
    return `the rule fires ${times === 1 ? 'once' : `${times} times`} at most`;
  },
  retries: (rule) => {
    const { min, max } = rangeOf(rule.expect?.['retries'] ?? 0);
    const isAny = min === 0 && max === Infinity && Object.keys(rule.expect?.['retries'] ?? {}).length > 0;
    return isAboutAnswers(rule) ?? (isAny ? 'it holds whatever the client does' : undefined);
  },
  honours_retry_after: (rule) => isAboutAnswers(rule) ?? (rule.do.rate_limit ? undefined : waitObstacle(rule)),
  no_duplicate_fax: ({ on, do: { fail, respond, wire, commit, rate_limit: quota } }) => {
    if (quota !== undefined) return 'no fax is created above the limit';
    if (!listOf(on).every((word) => word === 'sendFax' || word === 'resendFax')) {
      return 'the rule is not about sendFax and resendFax alone';
    }
    const replaces = fail !== undefined || respond !== undefined || typeof wire === 'string';
    return replaces && commit !== true ? 'no fax is created without commit: true' : undefined;
  },
  rejects_webhook: ({ on, do: { sign, receiver } }) => {
    if (!listOf(on).every((word) => word === 'webhook')) return 'the rule is not about webhooks';
    if (sign === undefined) return 'the rule signs nothing wrongly';
    return receiver !== undefined ? 'no application is ever asked' : undefined;
  },
};

const waitObstacle: Obstacle = ({ do: { respond, retry_after: retryAfter } }) => {
  if (retryAfter !== undefined) return undefined;
  const header = retryAfterIn(respond?.headers);
  if (header === undefined) return 'nothing that the rule does says Retry-After';
  const wait = waitOf(header, 0);
  if (wait === undefined) return 'its Retry-After has neither seconds nor a date';
  return wait === 0 ? 'its Retry-After asks nobody to wait' : undefined;
};

const listOf = (on: string | readonly string[]): readonly string[] => (typeof on === 'string' ? [on] : on);

function wrongRange(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).length === 0) return 'it has no min and no max';
  const { min, max } = rangeOf(value);
  return min > max ? 'its min is above its max' : undefined;
}

type WrittenRange = number | { readonly min?: number | undefined; readonly max?: number | undefined };

/** A number, or from `min` to `max`, of which each may be left out. */
export function rangeOf(written: WrittenRange): Range {
  if (typeof written === 'number') return { min: written, max: written };
  return { min: written.min ?? 0, max: written.max ?? Infinity };
}
