import type { ScenarioReport } from './scenario-words.ts';

/** The refusal of a parameter, by its name: without the place in the scenario's text, which the form does not show. */
export function faultOfParam(message: string, values: Readonly<Record<string, string>>): Record<string, string> {
  const [, text] = /(?:^|[:\w] )(must [^]*?)(?:; with |$)/.exec(message) ?? [];
  if (text === undefined) return {};
  const [, stated] = /^the parameter (\S+) /.exec(message) ?? [];
  const given = Object.keys(values);
  const quoted = given.filter((name) =>
    [values[name], JSON.stringify(values[name])].some((got) => text.endsWith(`got ${got}`)),
  );
  const name = stated ?? (given.length === 1 ? given[0] : quoted.length === 1 ? quoted[0] : undefined);
  return name === undefined ? {} : { [name]: `This ${text}` };
}

/** The verdicts of a scenario that ends: `retries passed, the request came again once`. */
export const lastVerdicts = ({ verdicts }: Pick<ScenarioReport, 'verdicts'>): string =>
  verdicts
    .map(({ expectation, verdict, because }) => `${expectation.replaceAll('_', ' ')} ${verdict}, ${because}`)
    .join('; ');
