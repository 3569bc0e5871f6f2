import * as v from 'valibot';
import { Refusal } from '../model/domain/refusal.ts';
import type { CountBounds } from '../worlds/journal/verify.ts';
import * as wire from '../wire/fields.ts';
import { instant, integer, maybe, accepting } from './fields.ts';

/** A verdict shows so many of the items that matter. */
export const mostInVerdict = 20;

const count = integer({ min: 0 });

type NoneAfter = Pick<CountBounds, 'noneAfterId' | 'noneAfter'>;

const momentOf = (id: string) =>
  accepting<string | number>()(
    wire.single<NoneAfter>(`an RFC 3339 time, or ${id}`, (value) => {
      if (/^\d{1,15}$/.test(value)) return { noneAfterId: Number(value) };
      const read = v.safeParse(instant, value);
      return read.success ? { noneAfter: read.output } : undefined;
    }),
  );

/** How many items there are to be, and after which time or id none; `id` names that id in messages. */
export const expectationEntries = (id: string) => ({
  exactly: maybe(count),
  at_least: maybe(count),
  at_most: maybe(count),
  none_after: maybe(momentOf(id)),
});

interface CountInput {
  readonly exactly?: number | undefined;
  readonly at_least?: number | undefined;
  readonly at_most?: number | undefined;
  readonly none_after?: NoneAfter | undefined;
}

/** Throws the Refusal `invalid` for bounds that exclude each other. */
export function expectationOf({
  exactly,
  at_least: atLeast,
  at_most: atMost,
  none_after: late,
}: CountInput): CountBounds {
  if (exactly !== undefined && (atLeast ?? atMost) !== undefined) {
    throw new Refusal('invalid', 'exactly excludes at_least and at_most');
  }
  if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
    throw new Refusal('invalid', 'at_least must not be more than at_most');
  }
  return { exactly, atLeast, atMost, ...late };
}
