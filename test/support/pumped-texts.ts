import { RegExpParser } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';

/** A text of any length: its end makes a pattern fail that took all of the rest. */
export interface PumpedText {
  readonly start: string;
  readonly pump: string;
  readonly end: string;
}

export const textOf = ({ start, pump, end }: PumpedText, length: number): string =>
  start + pump.repeat(Math.ceil(length / pump.length)) + end;

/** Draws in [0, 1). */
export type Draw = () => number;

type Part = AST.Element | AST.Alternative;

const parser = new RegExpParser();

/** Texts that a pattern may be slow on, drawn from its own parts: what some of it matches stands there again and again. */
export function pumpedTexts(pattern: RegExp, draw: Draw, count: number): PumpedText[] {
  const parts = partsOf(pattern);
  const own = parts.flatMap((part) => (part.type === 'Character' ? [String.fromCodePoint(part.value)] : []));
  const sampler = new Sampler({ flags: pattern.flags.replace(/[^iuv]/g, ''), own, draw });
  const words = (most: number): string =>
    Array.from({ length: Math.floor(draw() * (most + 1)) }, () => sampler.of(sampler.pick(parts))).join('');
  const repeated = parts.filter(({ type }) => type === 'Quantifier');
  const rows = parts.filter((part) => part.type === 'Alternative');
  const pumps = [
    () => sampler.ofRow(sampler.pick(rows)),
    () => sampler.of(sampler.pick(repeated.length > 0 ? repeated : parts)),
    () => sampler.of(sampler.pick(parts)),
  ];
  return Array.from({ length: count }, (_, at) => ({
    start: words(2),
    pump: pumps[at % pumps.length]!() + (draw() < 0.6 ? '' : words(2)) || 'a',
    end: sampler.pick(['', '\0', '\n', '!', 'x', words(2)]),
  }));
}

/** All parts of a pattern that can match something. */
function partsOf({ source, flags }: RegExp): Part[] {
  const { alternatives } = parser.parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const parts: Part[] = [];
  const visit = (part: Part): void => {
    parts.push(part);
    if (part.type === 'Alternative') part.elements.forEach(visit);
    else if (part.type === 'Quantifier') visit(part.element);
    else if ('alternatives' in part) part.alternatives.forEach(visit);
  };
  alternatives.forEach(visit);
  return parts;
}

const letters = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...['\t', '\n', '\r', '\0', '\u00a0', 'é', '…', '\u2028'],
];

/** Texts that parts of a pattern match, or nearly do. */
class Sampler {
  readonly #flags: string;
  readonly #draw: Draw;
  readonly #own: readonly string[];
  readonly #members = new Map<string, readonly string[]>();

  /** `flags` are those that decide which letters a class has; `own` are the letters of the pattern, which a class gives more often. */
  constructor({ flags, own, draw }: { flags: string; own: readonly string[]; draw: Draw }) {
    this.#flags = flags;
    this.#own = own;
    this.#draw = draw;
  }

  pick<T>(of: readonly T[]): T {
    return of[Math.floor(this.#draw() * of.length)]!;
  }

  of(part: Part): string {
    switch (part.type) {
      case 'Alternative':
        return part.elements.map((element) => this.of(element)).join('');
      case 'Quantifier': {
        const times = part.min + Math.floor(this.#draw() * (Math.min(part.max - part.min, 2) + 1));
        return Array.from({ length: Math.min(times, 40) }, () => this.of(part.element)).join('');
      }
      case 'Character':
        return String.fromCodePoint(part.value);
      case 'Group':
      case 'CapturingGroup':
        return this.of(this.pick(part.alternatives));
      case 'Assertion':
        return 'alternatives' in part && !part.negate ? this.of(this.pick(part.alternatives)) : '';
      case 'Backreference':
        return '';
      default:
        return this.#letterOf(part.raw);
    }
  }

  /** Some neighbours of a row, mostly its first ones: a beginning without its end is what most patterns are slow on. */
  ofRow({ elements }: AST.Alternative): string {
    const first = Math.floor(this.#draw() ** 2 * elements.length);
    const count = 1 + Math.floor(this.#draw() * (elements.length - first));
    return elements
      .slice(first, first + count)
      .map((element) => this.of(element))
      .join('');
  }

  #letterOf(raw: string): string {
    let members = this.#members.get(raw);
    if (members === undefined) {
      const one = new RegExp(`^${raw}$`, this.#flags);
      const usual = letters.filter((letter) => one.test(letter));
      const own = this.#own.filter((letter) => one.test(letter));
      const times = own.length === 0 ? 0 : Math.ceil(usual.length / own.length / 2);
      members = [...usual, ...Array.from({ length: times }, () => own).flat()];
      this.#members.set(raw, members);
    }
    return members.length === 0 ? 'a' : this.pick(members);
  }
}
