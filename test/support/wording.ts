/** The text between two words of a phrase: a space, or a line break with the start of a comment line. */
const gap = String.raw`\s+(?:(?:\*|\/\/|>)\s+)?`;

const words = ['nobody', 'somebody', 'whoever', 'whom', 'anew'];
const phrases = ['come to be', 'comes to be', 'is told', 'are told', 'told of', 'is no more'];
const clauses = '(?:what|who|whose)';
/** A comment, or the title of a test, that begins with a noun clause: `What the id stands for`. */
const nounClause = String.raw`(?:/\*\*?\s+(?:\*\s+)?|(?<=^|\s)//\s+|(?:\b(?:test|describe)|\))\(\s*')${clauses}`;
/** A later sentence of a comment that does. */
const laterClause = String.raw`(?<=^\s*(?:/\*\*?|\*|//)\s[^\n]*[.]\s)${clauses}`;
const avoided = new RegExp(
  String.raw`(?:\b(?:${[...words, ...phrases].join('|').replaceAll(' ', gap)})|${nounClause}|${laterClause})\b`,
  'gim',
);

/**
 * The avoided words of a text, each as `line: word`, lines from 1. They hide the subject of a sentence, or stand in the
 * place of the protocol's own word: CONTRIBUTING.md says how to write instead.
 */
export const avoidedWords = (text: string): string[] =>
  [...text.matchAll(avoided)].map(
    ({ 0: found, index }) => `${text.slice(0, index).split('\n').length}: ${found.replaceAll(/\s[\s*/>]*/g, ' ')}`,
  );
