import { asText } from '../model/shared/conversion.ts';
import { AsyncLocalStorage } from 'node:async_hooks';

/** A running test, also one of several that run at once. */
interface RunningTest {
  /** The names of its groups and its own, as the runner joins them. */
  readonly name: string;
}

const ofContext = new AsyncLocalStorage<RunningTest>();

/** Notes the test of a context that Vitest passes to `beforeEach`, so that the body of the test finds it. */
export function noteTest(context: unknown): void {
  const test = testOf(context);
  if (test !== undefined) ofContext.enterWith(test);
}

/** The test that calls this function; undefined outside of Jest and, in Vitest, for tests that are not noted. */
export function runningTest(): RunningTest | undefined {
  const noted = ofContext.getStore();
  if (noted !== undefined) return noted;
  const { state } = membersOf(membersOf(globalThis)[jestMatchers]);
  const name = nameIn(membersOf(state));
  return name === undefined ? undefined : { name };
}

/**
 * The name of the running test in the state of Jest's `expect`. For concurrent tests, `currentTestName` is only the name of the
 * one that began last.
 */
function nameIn(state: Fields): string | undefined {
  const { currentConcurrentTestName: ofConcurrent, currentTestName: latest } = state;
  const name = typeof ofConcurrent === 'function' ? (ofConcurrent as () => unknown)() : undefined;
  return [name, latest].find((one): one is string => typeof one === 'string' && one !== '');
}

/** The test of the argument that Vitest calls its hooks with. */
export function testOf(context: unknown): RunningTest | undefined {
  const { fullTestName, name } = membersOf(membersOf(context)['task']);
  const found = fullTestName ?? name;
  return typeof found === 'string' ? { name: found } : undefined;
}

/** The errors of the concurrent tests of a file of Jest, by name: Jest calls no hook after each of them. */
export function concurrentErrors(): ReadonlyMap<string, readonly unknown[]> {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = key && (globalThis as Readonly<Record<symbol, unknown>>)[key];
  return new Map(concurrentIn(membersOf(state)['rootDescribeBlock'], []));
}

function concurrentIn(block: unknown, names: readonly string[]): (readonly [string, readonly unknown[]])[] {
  const { children } = membersOf(block);
  return (Array.isArray(children) ? children : []).flatMap((child: unknown) => {
    const { type, name, concurrent: isConcurrent, errors } = membersOf(child);
    const path = [...names, asText(name)];
    if (type === 'describeBlock') return concurrentIn(child, path);
    return isConcurrent === true && Array.isArray(errors) ? [[path.join(' '), errors] as const] : [];
  });
}

const jestMatchers = Symbol.for('$$jest-matchers-object');

type Fields = Readonly<Record<string | symbol, unknown>>;

export const membersOf = (value: unknown): Fields =>
  (typeof value === 'object' && value !== null) || typeof value === 'function' ? (value as Fields) : {};
