/** The beginning of a row's words that names what they are about: `Fax 12`, `POST /v2.1/faxes`, else the first clause. */
export const subjectIn = (text: string): string =>
  /^(?:(?:Fax|Webhook|Port order) \d+|Scenario [^\s(]+(?:\((?:[^()]|\([^()]*\))*\))?|[A-Z]+ \/\S*|Settings|Clock)(?![\w-])|^[^.,:;]+(?:\.(?= ))?/.exec(
    text,
  )?.[0] ?? '';

interface RowParts {
  readonly subject: string;
  /** The characters between the subject and the rest: a space, a colon. */
  readonly join: string;
  /** The numbers that the rest begins with: `to +1 202 555 0123 and 1 more`. */
  readonly end: string;
  readonly rest: string;
}

/** The parts of a row's words. */
export function partsOf(text: string): RowParts {
  const subject = subjectIn(text);
  const [join = ''] = /^[\s:,·]*/.exec(text.slice(subject.length)) ?? [];
  const rest = text.slice(subject.length + join.length);
  const [end = ''] = /^(?:to|from) \+[\d ]*\d(?: and \d+ more)?(?= )/.exec(rest) ?? [];
  return { subject, join, end, rest };
}
