import { placeOf } from './places.ts';
import type { Range } from './scenario.ts';

/** A rule as its file has it, as far as it matters to what it may expect. */
export interface ExpectingRule {
  readonly on: string | readonly string[];
  readonly do: {
    readonly fail?: string | undefined;
    readonly respond?: { readonly headers: Readonly<Record<string, string>> } | undefined;
    readonly wire?: string | object | undefined;
    readonly commit?: boolean | undefined;
    readonly rate_limit?: object | undefined;
    readonly drop?: boolean | undefined;
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
  listOf(on).every((word) => placeOf(word) === 'answer') ? undefined : 'the rule is not about answers';

const obstacles: Readonly<Record<string, Obstacle>> = {
  retries: isAboutAnswers,
  honours_retry_after: (rule) => {
    const { rate_limit: quota, respond } = rule.do;
    const names = Object.keys(respond?.headers ?? {}).map((name) => name.toLowerCase());
    const says = quota !== undefined || names.includes('retry-after');
    return isAboutAnswers(rule) ?? (says ? undefined : 'nothing that the rule does says Retry-After');
  },
  no_duplicate_fax: ({ on, do: { fail, respond, wire, commit } }) => {
    if (!listOf(on).every((word) => word === 'sendFax' || word === 'resendFax')) {
      return 'the rule is not about sendFax and resendFax alone';
    }
    const replaces = fail !== undefined || respond !== undefined || typeof wire === 'string';
    return replaces && commit !== true ? 'no fax comes to be without commit: true' : undefined;
  },
  rejects_webhook: ({ on, do: { sign, drop, receiver } }) => {
    if (!listOf(on).every((word) => word === 'webhook')) return 'the rule is not about webhooks';
    if (sign === undefined) return 'the rule signs nothing wrongly';
    return drop === true || receiver !== undefined ? 'no application is ever asked' : undefined;
  },
};

const listOf = (on: string | readonly string[]): readonly string[] => (typeof on === 'string' ? [on] : on);

function wrongRange(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Object.keys(value).length === 0) return 'it has no min and no max';
  const { min, max } = rangeOf(value);
  return min > max ? 'its min is above its max' : undefined;
}

/** A number, or from `min` to `max`, of which each may be left out. */
export function rangeOf(
  written: number | { readonly min?: number | undefined; readonly max?: number | undefined },
): Range {
  if (typeof written === 'number') return { min: written, max: written };
  return { min: written.min ?? 0, max: written.max ?? Infinity };
}
