type Effects = Readonly<Record<string, unknown>>;

/** An effect that leaves others nothing to do. */
interface Exclusion {
  readonly effect: string;
  readonly others: readonly string[];
  readonly why: string;
  readonly unless?: (effects: Effects) => boolean;
}

/** What is cut off, or comes drop by drop, is the answer that would have been given. */
const isAnswered = ({ wire }: Effects): boolean => typeof wire === 'object';

const exclusions: readonly Exclusion[] = [
  {
    effect: 'rate_limit',
    others: ['fail', 'respond', 'wire'],
    why: 'a request within the limit is not changed, and one above it gets 429',
  },
  { effect: 'rate_limit', others: ['file'], why: 'above the limit the file is never read' },
  {
    effect: 'file',
    others: ['fail', 'respond', 'wire'],
    why: 'the file is never read without commit: true',
    unless: (effects) => effects['commit'] === true || isAnswered(effects),
  },
  { effect: 'patch', others: ['respond', 'wire'], why: 'there is no response left to change', unless: isAnswered },
  {
    effect: 'drop',
    others: ['delay', 'duplicate', 'hold_until', 'sign', 'body', 'receiver'],
    why: 'what is dropped is never told',
    unless: ({ drop }) => drop === false,
  },
];

/** Which effects exclude each other, and why. */
export function excludedEffects(effects: Effects): string[] {
  return exclusions.flatMap(({ effect, others, why, unless }) => {
    const excluded = others.filter((other) => effects[other] !== undefined);
    if (effects[effect] === undefined || excluded.length === 0 || unless?.(effects) === true) return [];
    return [`cannot have ${effect} and ${excluded.join(' and ')}: ${why}`];
  });
}
