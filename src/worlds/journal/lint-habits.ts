import { countryOf, lacksOne, readPhoneNumber } from '../../model/numbering/e164.ts';
import { isSingle } from '../../model/shared/objects.ts';
import { listed } from '../../model/shared/words.ts';
import { Upload } from '../../wire/fields.ts';
import type { LintDialect } from './lint-dialects.ts';
import type { ObservedRequest } from './observed-request.ts';

/** The rules for habits of public programs in any version, with their levels as in `lint.ts`. */
export const rulesOfHabits = {
  'no-country-code': ['hint'],
  brackets: ['hint'],
  'file-name': ['hint'],
  'polled-on': ['hint'],
} as const;

interface Finding {
  readonly rule: keyof typeof rulesOfHabits;
  readonly parameter: string | null;
  readonly message: string;
}

type Find = (observed: ObservedRequest, dialect: LintDialect) => readonly Finding[];

const paramsOf = ({ params }: ObservedRequest): readonly (readonly [name: string, values: readonly unknown[]])[] =>
  Object.entries(params ?? {}).map(([name, value]) => [name, [value].flat()]);

const numberNames = ['to', 'from', 'phone_number', 'number', 'caller_id', 'from_number', 'to_number', 'defaultFrom'];

/** Finds a plus before a ten-digit US number, which turns its first digits into a country code. */
const noCountryCode: Find = (observed) =>
  paramsOf(observed).flatMap(([name, values]): readonly Finding[] => {
    if (observed.profile.operation === null || !numberNames.includes(name)) return [];
    const numbers = values.filter(isSingle).flatMap((value) => String(value).split(/[,;]/, numbersMax));
    const readAs = numbers.filter(lacksOne).flatMap((number) => countryOf(readPhoneNumber(number) ?? '') ?? [])[0];
    if (readAs === undefined) return [];
    const message = `${name} has a plus before ten digits, which is read as a number of ${readAs}; the ten digits are a number of the US or Canada too, which begins with +1`;
    return [{ rule: 'no-country-code', parameter: name, message }];
  });

const numbersMax = 100;

/** Finds names of lists with brackets. v3 documents the plain name, given once for each value. */
const brackets: Find = ({ bracketedParams, profile }, { repeats }) =>
  bracketedParams
    .filter((name) => repeats.includes(name) && profile.knownParams.includes(name))
    .map((name) => {
      const message = `${name}[] is a form of v2.1: v3 documents ${name}, given once for each value; that the real service reads brackets is not known`;
      return { rule: 'brackets', parameter: name, message };
    });

const fileName: Find = (observed, { wantsExtensions }) =>
  paramsOf(observed).flatMap(([name, values]): readonly Finding[] => {
    const isPlain = ({ filename }: Upload): boolean => !/\.[^.]+$/.test(filename);
    if (!wantsExtensions || !values.some((value) => value instanceof Upload && isPlain(value))) return [];
    if (!observed.profile.knownParams.includes(name)) return [];
    const message = `the name of the file in ${name} has no extension, such as .pdf: the real service may not know its type`;
    return [{ rule: 'file-name', parameter: name, message }];
  });

/** The number of reads after which a program counts as polling. */
const readsMax = 10;

const polledOn: Find = ({ readsAfterEnd: count }, { ends, otherStatuses }) => {
  if (count === 0 || count % readsMax !== 0) return [];
  const message = `the fax was read ${count} times since its end: its last status is ${listed(ends).replace(/ and /, ' or ')}, and before ${listed(otherStatuses)}; no other word, such as SUCCEEDED, FAILED or sent, will come`;
  return [{ rule: 'polled-on', parameter: null, message }];
};

/** The habits that a request shows. */
export const habitsIn: Find = (observed, dialect) =>
  [noCountryCode, brackets, fileName, polledOn].flatMap((find) => find(observed, dialect));
