/** The beginning of a row's words that names what they are about: `Fax 12`, `POST /v2.1/faxes`, else the first clause. */
export const subjectIn = (text: string): string =>
  /^(?:(?:Fax|Webhook|Port order) \d+|Scenario [^\s(]+(?:\((?:[^()]|\([^()]*\))*\))?|[A-Z]+ \/\S*|Settings|Clock)(?![\w-])|^[^.,:;]+(?:\.(?= ))?/.exec(
    text,
  )?.[0] ?? '';
