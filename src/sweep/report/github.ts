import type { Find } from './find.ts';

/** A line for each find that GitHub Actions shows as an annotation of the workflow. */
export const githubText = (finds: readonly Find[]): string =>
  finds
    .filter(({ accepted }) => accepted === undefined)
    .map(
      ({ title, sentence, result }) => `::error title=${property(`${result.verdict}: ${title}`)}::${data(sentence)}\n`,
    )
    .join('');

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
