import * as v from 'valibot';
import { directions, errorsOf, faxStatuses } from '../model/domain/fax.ts';
import type { Fax } from '../model/domain/fax.ts';
import type { FaxError } from '../model/domain/fax-error.ts';
import { listed, pluralize } from '../model/shared/words.ts';
import { condition, groupFilters, textOf } from '../worlds/journal/query.ts';
import type { Filter } from '../worlds/journal/query.ts';
import { conditions } from './conditions.ts';
import { controlRoute } from './control-route.ts';
import { explanationOf, verdictEntries } from './explanation.ts';
import { faxId, findFax } from './fax-id.ts';
import { faxBody, faxRecord } from './faxes.ts';
import { input, integer, maybe, oneOf, phoneNumber, text } from './fields.ts';
import { missedEntries, nearMissBodyOf } from './journal-bodies.ts';

const schema = input({
  fax: faxId,
  status: maybe(oneOf(faxStatuses)),
  /** The id, type or message of an error of the fax or one of its calls. */
  error: maybe(text),
  direction: maybe(oneOf(directions)),
  number: maybe(phoneNumber),
  pages: maybe(integer({ min: 0 })),
  tags: maybe(conditions('tags')),
});

/** A condition for each given part of the input. */
const filtersOf = ({ status, error, direction, number, pages, tags = {} }: v.InferOutput<typeof schema>) => [
  ...condition('status', status, (fax: Fax) => fax.status),
  ...condition('error', error, differentErrors, (errors, wanted) => errors.some(isError(wanted))),
  ...condition('direction', direction, (fax: Fax) => fax.direction),
  ...condition('number', number, checkedNumbers, (numbers, wanted) => numbers.includes(wanted)),
  ...condition('pages', pages, (fax: Fax) => fax.pages),
  ...groupFilters('tags', tags, (fax: Fax) => fax.tags),
];

/** The errors of a fax and of its calls, each once. */
const differentErrors = (fax: Fax): FaxError[] => [
  ...new Map(errorsOf(fax).map((error) => [error.id, error])).values(),
];

const isError =
  (wanted: string) =>
  ({ id, type, message }: FaxError) =>
    [String(id), type, message].includes(wanted);

/** The recipients of a sent fax; both ends of a received one. */
const checkedNumbers = ({ direction, recipients, toNumber, fromNumber }: Fax): (string | null)[] =>
  direction === 'sent' ? recipients.map(({ number }) => number) : [toNumber, fromNumber];

/** `Expected fax 7 with status=success, and its status is "failure": error 17, Busy`. */
function messageOf(fax: Fax, filters: readonly Filter<Fax>[], missed: readonly Filter<Fax>[]): string {
  const expectation = `Expected fax ${fax.id} with ${filters.map(textOf).join(', ') || 'any fields'}`;
  if (missed.length === 0) return `${expectation}, and it has them`;
  const found = missed.map((filter) => foundText(fax, filter));
  const errors = missed.some(({ name }) => name === 'status') ? differentErrors(fax) : [];
  const why = errors.map(({ id, message }) => `: error ${id}, ${message}`).join('');
  return `${expectation}, and ${found.join(', ')}${why}`;
}

/** `its status is "failure"`, `it has 1 page`: the value that a fax has in place of an expected one. */
function foundText(fax: Fax, filter: Filter<Fax>): string {
  const { name } = filter;
  if (name === 'pages') return `it has ${pluralize(fax.pages, 'page')}`;
  if (name === 'number') {
    const numbers = checkedNumbers(fax).filter((number) => number !== null);
    return `its number${numbers.length === 1 ? ' is' : 's are'} ${listed(numbers) || 'not known'}`;
  }
  if (name === 'error') {
    const errors = differentErrors(fax).map(({ id, message }) => `error ${id}, ${message}`);
    return errors.length === 0 ? 'it has no error' : `it has ${listed(errors)}`;
  }
  return `its ${name} is ${JSON.stringify(filter.actual(fax) ?? null)}`;
}

/** The check of a fax, for tests in any language. */
export const verifyFax = controlRoute('POST /faxes/verify', {
  summary: 'Check that a fax is as expected: its status, an error, a number, its pages or tags.',
  changesWorld: false,
  schema,
  answer: v.strictObject({ ...verdictEntries, ...missedEntries, fax: faxRecord }),
  run: (context, wanted) => {
    const { world } = context;
    const fax = findFax(world, wanted.fax);
    const filters = filtersOf(wanted);
    const missed = filters.filter((filter) => !filter.matches(fax));
    const verdict = { passed: missed.length === 0, message: messageOf(fax, filters, missed) };
    const { missed: names, differences } = nearMissBodyOf(fax, missed);
    const explanation = explanationOf(context, verdict, fax.id);
    return { ...verdict, explanation, missed: names, differences, fax: faxBody(world, fax) };
  },
});
