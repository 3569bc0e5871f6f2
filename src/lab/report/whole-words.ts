const wholeCharactersMax = 32;

const isWhole = (word: string): boolean => /\w-|-\w/.test(word) && word.length <= wholeCharactersMax;

/** The parts of a text, and which of them no line may break: options such as `--jobs`, and other short words that have a hyphen. */
export const wholeWords = (text: string): readonly { readonly text: string; readonly isWhole: boolean }[] =>
  text.split(/(\s+)/).map((word) => ({ text: word, isWhole: isWhole(word) }));
