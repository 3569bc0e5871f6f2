import { isSingle } from '../model/shared/objects.ts';
import type { Value, FactComparison } from './scenario.ts';
import type { Pattern } from './schema-primitives.ts';
import { barePhone, writtenPhone } from '../model/numbering/phone-text.ts';
import { asNumber, asText } from '../model/shared/conversion.ts';

/** Whether a fact meets a rule's condition. Facts of requests are text, so `1` and "1" are equal. */
export function holds(condition: Value | FactComparison, fact: unknown): boolean {
  if (typeof condition !== 'object') return isSame(condition, fact);
  return Object.entries(condition).every(
    ([test, argument]) => argument === undefined || tests[test]?.(fact, argument) === true,
  );
}

type Test = (fact: unknown, argument: unknown) => boolean;

const tests: Readonly<Record<string, Test>> = {
  in: (fact, values) => Array.isArray(values) && values.some((value) => isSame(value, fact)),
  not: (fact, value) => !isSame(value, fact),
  matches: (fact, pattern) => isPattern(pattern) && isSingle(fact) && pattern.test(String(fact)),
  contains: (fact, part) => contains(fact, asText(part)),
  gt: (fact, limit) => isSingle(fact) && asNumber(fact) > asNumber(limit),
  lt: (fact, limit) => isSingle(fact) && asNumber(fact) < asNumber(limit),
  exists: (fact, expected) => expected === (fact !== undefined && fact !== null),
};

/** Whether two values are equal. For a list, one equal item is enough: a fax may have several recipients. */
function isSame(expected: unknown, fact: unknown): boolean {
  if (Array.isArray(fact)) return fact.some((item) => isSame(expected, item));
  if (!isSingle(fact) || !isSingle(expected)) return false;
  return isSameText(String(fact), String(expected));
}

/**
 * Whether two texts are equal, or the same phone number. At least one must have the number's plus, since ten digits
 * alone could be an id.
 */
export function isSameText(text: string, wanted: string): boolean {
  if (text === wanted) return true;
  if (!text.includes('+') && !wanted.includes('+')) return false;
  const number = writtenPhone(wanted);
  return number !== undefined && number === writtenPhone(text);
}

function contains(fact: unknown, part: string): boolean {
  if (Array.isArray(fact)) return fact.some((item) => contains(item, part));
  if (!isSingle(fact)) return false;
  const text = String(fact);
  return text.includes(part) || (text.startsWith('+') && containsNumber(text, part));
}

function containsNumber(text: string, part: string): boolean {
  const [number, bare] = [writtenPhone(text), barePhone(part)];
  return number !== undefined && bare !== undefined && number.includes(bare);
}

const isPattern = (value: unknown): value is Pattern => typeof value === 'object' && value !== null && 'test' in value;
