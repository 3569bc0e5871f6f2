import type { Sent } from './sides.ts';

/** A source of numbers from 0 to 1, equal for equal seeds. */
export type Source = () => number;

/** A small generator (mulberry32): the tests need many independent ones, and no good ones. */
export function sourceOf(seed: number): Source {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const below = (draw: Source, bound: number): number => Math.floor(draw() * bound);
const oneOf = <T>(draw: Source, items: readonly [T, ...T[]]): T => items[below(draw, items.length)] ?? items[0];
export const shuffled = <T>(draw: Source, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: draw() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

const vocabulary =
  `account address answer april august balance bank bill box branch bureau card case charge city claim client code copy
cost court date day debit deed delay desk doctor door draft due duty error exam fee file final firm folder form gate grant group
guest hall harbour health home hotel hour house index inform input item january job journal judge key label lamp land law lease
letter level line list loan mail march market may member meter month name note notice number office order page paper part party
path pay pen permit phone place plan plant point policy post price proof public quote rate record refund rent reply report request
result room route rule sale school seal season send sheet ship sign site staff stage state stock store street sum supply table
target tax team term test ticket title total tour town trade train unit value visit voucher wage ward week weight window word work
yard year zone`.split(/\s+/);

const names = vocabulary.slice(0, 24).map((word) => word.charAt(0).toUpperCase() + word.slice(1));

/** Values as test suites draw them. */
const fields = {
  title: (draw: Source) => oneOf(draw, ['Mr', 'Ms']),
  quantity: (draw: Source) => String(1 + below(draw, 5)),
  name: (draw: Source) => names[below(draw, names.length)] ?? '',
  fullName: (draw: Source) =>
    shuffled(draw, names)
      .slice(0, 1 + below(draw, 3))
      .join(' '),
  amount: (draw: Source) => `${below(draw, 1000)}.${String(below(draw, 100)).padStart(2, '0')}`,
  id: (draw: Source) => below(draw, 2 ** 31).toString(16),
  sentence: (draw: Source) =>
    Array.from({ length: 3 + below(draw, 9) }, () => vocabulary[below(draw, vocabulary.length)]).join(' '),
} satisfies Record<string, (draw: Source) => string>;
type Field = keyof typeof fields;

/** A letter as a program has it: words, and fields between them. */
export interface Template {
  readonly parts: readonly (string | { readonly field: Field })[];
  /** The number; several: one of them by chance. */
  readonly numbers: readonly [string, ...string[]];
}

export interface RandomProgram {
  readonly templates: readonly [Template, ...Template[]];
  /** How often a letter is sent: the same number in each run, or up to so many. */
  readonly isCountByChance: boolean;
}

const numberOf = (index: number): string => `+12025550${String(100 + index)}`;
const pool = Array.from({ length: 24 }, (_none, at) => numberOf(at)) as [string, ...string[]];

/** A program that sends two to six letters. */
export function programFrom(draw: Source): RandomProgram {
  const hasRandomNumbers = draw() < 0.4;
  const fieldNames = Object.keys(fields) as [Field, ...Field[]];
  const templates = Array.from({ length: 2 + below(draw, 5) }, (_none, at): Template => {
    const parts = Array.from({ length: 3 + below(draw, 5) }, () => {
      const words = Array.from({ length: 2 + below(draw, 3) }, () => vocabulary[below(draw, vocabulary.length)]);
      const isFixed = draw() < 0.3;
      return isFixed ? [words.join(' ')] : [words.join(' '), { field: oneOf(draw, fieldNames) }];
    }).flat();
    return { parts, numbers: hasRandomNumbers ? pool : [numberOf(40 + (draw() < 0.2 ? 0 : at))] };
  }) as [Template, ...Template[]];
  return { templates, isCountByChance: hasRandomNumbers && draw() < 0.3 };
}

const textOf = ({ parts }: Template, draw: Source): string =>
  parts.map((part) => (typeof part === 'string' ? part : fields[part.field](draw))).join(' ');

/** The faxes of a run, in any order. */
export function runOf({ templates, isCountByChance }: RandomProgram, draw: Source): Sent[] {
  const repeated = isCountByChance ? Array<Template>(below(draw, 4)).fill(templates[0]) : [];
  const letters = [...templates, ...repeated].map((template) => ({
    to: oneOf(draw, template.numbers),
    text: textOf(template, draw),
  }));
  return shuffled(draw, letters);
}
