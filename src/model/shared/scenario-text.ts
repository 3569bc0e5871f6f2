import { decoded } from './urls.ts';

/** The name of a scenario without its parameters: `busy-line`. */
export const baseName = (name: string): string => name.split('(', 1)[0] ?? '';

/** Whether the label of a firing, `scenario/rule#n`, is of a scenario, of a rule `scenario/rule`, or is this one. */
export const isOfRule = (label: string | null, rule: string): boolean =>
  label !== null && (label === rule || label.startsWith(`${rule}/`) || label.startsWith(`${rule}#`));

/** The rule before a scenario that takes all that it matches, so that none of its rules ever fires; undefined if one can. */
export const hiderOf = (rules: readonly { readonly hidden_by: string | null }[]): string | undefined =>
  rules.every(({ hidden_by: by }) => by !== null) ? (rules[0]?.hidden_by ?? undefined) : undefined;

/** The console's list that shows what a rule fired for, by what it listens to; undefined for faxes and port orders. */
export function listOfHits(on: readonly string[]): 'requests' | 'webhooks' | undefined {
  if (on.includes('webhook')) return 'webhooks';
  return on.some((word) => word === 'fax' || word === 'portOrder') ? undefined : 'requests';
}

/**
 * The name of a scenario with its parameters as people write them: `busy-line(number=+1 202 555 0177)`. It is understood as well as the
 * encoded one, because commas and percent signs in values stay encoded.
 */
export const scenarioText = (name: string): string =>
  name.replaceAll(/(?:%[\da-f]{2})+/gi, (codes) => {
    const text = decoded(codes);
    return text === codes ? codes : text.replaceAll(/[,%\p{Cc}]/gu, (letter) => encodeURIComponent(letter));
  });
