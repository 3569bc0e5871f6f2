import { stripVTControlCharacters } from 'node:util';
import { concurrentErrors, membersOf } from './running-test.ts';
import { asText } from '../model/shared/conversion.ts';

/**
 * The message of the error with which a test failed, in its `afterEach`; undefined if it passed. `context` is the argument that Vitest
 * and node:test call the hook with. Jest gives none: the state of its runner has the errors.
 */
export function failureOfTest(context: unknown): string | undefined {
  const error = context === undefined ? inJest() : (inVitest(context) ?? inNode(context));
  return error === undefined || error === null ? undefined : messageOf(error);
}

/** The context of Vitest is a function with fields. */
const inVitest = (context: unknown): unknown =>
  firstOf(membersOf(membersOf(membersOf(context)['task'])['result'])['errors']);

/** The error of a test of node:test, which Node wraps in another error. */
function inNode(context: unknown): unknown {
  const { error } = membersOf(context);
  return membersOf(error)['cause'] ?? error;
}

/** The message of the error with which a concurrent test of Jest failed, by its name; undefined if it passed. */
export function failureOfConcurrent(name: string): string | undefined {
  const error = firstOf(concurrentErrors().get(name));
  return error === undefined ? undefined : messageOf(Array.isArray(error) ? firstOf(error) : error);
}

/** The first error of the running test. Jest keeps each error in a list, with the place from which it was called. */
function inJest(): unknown {
  const key = Object.getOwnPropertySymbols(globalThis).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = key && (globalThis as Readonly<Record<symbol, unknown>>)[key];
  const error = firstOf(membersOf(membersOf(state)['currentlyRunningTest'])['errors']);
  return Array.isArray(error) ? firstOf(error) : error;
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list[0] as unknown) : undefined);

/** Errors of a test runner are not instances of this realm's Error. */
function messageOf(error: unknown): string {
  const { message = error } = membersOf(error);
  return stripVTControlCharacters(asText(message)) || 'the test failed';
}
