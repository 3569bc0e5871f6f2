import { guideText } from '../guides.tsx';
import { plainText, sectionsOf } from './guide-text.ts';
import type { Section } from './guide-text.ts';

/** A guide with its sections. */
export interface ReadGuide {
  readonly id: string;
  readonly sections: readonly Section[];
}

/** Reads the guides of these names. */
export const readGuides = (names: readonly string[], signal: AbortSignal): Promise<readonly ReadGuide[]> =>
  Promise.all(names.map(async (id) => ({ id, sections: sectionsOf(await guideText(id, signal)) })));

/** A section that contains all words of a search. */
export interface SectionHit {
  readonly guide: string;
  readonly title: string;
  readonly anchor: string;
  /** The text around the first of the words. */
  readonly excerpt: string;
  readonly score: number;
}

const titleScore = 20;
const guideScore = 8;
const mostCounted = 6;

/**
 * The sections that contain all words, the best first: words in the title count most, then words in the name of the guide, then the
 * number of occurrences.
 */
export function findSections(guides: readonly ReadGuide[], words: readonly string[]): readonly SectionHit[] {
  if (words.length === 0) return [];
  const hits = guides.flatMap(({ id, sections }) =>
    sections.flatMap(({ title, anchor, tokens }): SectionHit[] => {
      const text = plainText(tokens.map(({ raw }) => raw).join(''));
      const lower = text.toLowerCase();
      if (!words.every((word) => lower.includes(word))) return [];
      const score = words.reduce(
        (sum, word) =>
          sum +
          (title.toLowerCase().includes(word) ? titleScore : 0) +
          (id.includes(word) ? guideScore : 0) +
          Math.min(lower.split(word).length - 1, mostCounted),
        0,
      );
      return [{ guide: id, title, anchor, score, excerpt: excerptOf(text.slice(title.length), words) }];
    }),
  );
  return hits.toSorted((one, other) => other.score - one.score);
}

const before = 30;
const excerptLength = 120;

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const start = first >= text.length ? 0 : Math.max(lower.lastIndexOf(' ', Math.max(first - before, 0)) + 1, 0);
  const end = start + excerptLength;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end).trim()}${end < text.length ? ' …' : ''}`;
}
