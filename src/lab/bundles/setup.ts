import { scenarioText } from '../../model/shared/scenario-text.ts';

/** The circumstances that make two worlds with the same records answer differently. */
export interface Setup {
  readonly seed: number;
  /** Older exports lack it. */
  readonly pace?: string | undefined;
  /** `now` in ms since the epoch. */
  readonly clock: { readonly now: number; readonly speed: number };
  /** The scenarios that are on, in order of precedence. */
  readonly scenarios: readonly ActiveScenario[];
}

interface ActiveScenario {
  readonly name: string;
  readonly source?: string | undefined;
}

/** A part of the comparison of two worlds. */
interface SettingPart {
  readonly kind: 'setting';
  readonly what: string;
  readonly grade: 'same' | 'differs';
  readonly differences: readonly string[];
}

/** Compares the clocks, the active scenarios, the seeds and the paces of two worlds. */
export const compareSetups = (one: Setup, other: Setup): SettingPart[] => [
  setting('clock', clockDifferences(one.clock, other.clock)),
  setting('scenarios', scenarioDifferences(one.scenarios, other.scenarios)),
  setting('seed', valueDifference(one.seed, other.seed)),
  setting('pace', one.pace && other.pace ? valueDifference(one.pace, other.pace) : []),
];

const setting = (what: string, differences: readonly string[]): SettingPart => ({
  kind: 'setting',
  what,
  grade: differences.length === 0 ? 'same' : 'differs',
  differences,
});

const valueDifference = (one: number | string, other: number | string): string[] =>
  one === other ? [] : [`${one}, then ${other}`];

/** How far running clocks may be apart, in real ms: the two worlds are read one after the other. */
const runningMs = 60_000;

function clockDifferences(one: Setup['clock'], other: Setup['clock']): string[] {
  const nearMs = runningMs * Math.max(one.speed, other.speed);
  const [first, second] = [one.now, other.now].map((now) => `${new Date(now).toISOString().slice(0, 19)}Z`);
  const isSameTime = first === second || Math.abs(one.now - other.now) <= nearMs;
  return [
    ...(isSameTime ? [] : [`time: ${first}, then ${second}`]),
    ...(one.speed === other.speed ? [] : [`speed: ${speedText(one.speed)}, then ${speedText(other.speed)}`]),
  ];
}

const speedText = (speed: number): string => (speed === 0 ? '0 (frozen)' : String(speed));

function scenarioDifferences(ones: readonly ActiveScenario[], others: readonly ActiveScenario[]): string[] {
  const differences = [
    ...missingIn(others, ones).map(({ name }) => `${scenarioText(name)} is on in the first only`),
    ...missingIn(ones, others).map(({ name }) => `${scenarioText(name)} is on in the second only`),
    ...ones
      .filter(({ name, source }) => others.some((other) => other.name === name && other.source !== source))
      .map(({ name }) => `${scenarioText(name)} has other rules in the second`),
  ];
  const isSameOrder = ones.every(({ name }, at) => others[at]?.name === name);
  return differences.length > 0 || isSameOrder ? differences : ['they have another order of precedence in the second'];
}

const missingIn = (some: readonly ActiveScenario[], all: readonly ActiveScenario[]): ActiveScenario[] =>
  all.filter(({ name }) => some.every((one) => one.name !== name));
