import type { RequestRecord } from '../../client/named-types.ts';
import type { Tone } from '../ui/badge.tsx';

/** The status of the response, or how the connection broke. */
export function responseStatus({ answer: { status, broken } }: RequestRecord): {
  readonly tone: Tone;
  readonly word: string;
} {
  if (status === null) return { tone: 'bad', word: broken ?? 'no response' };
  return { tone: status < 400 ? 'good' : status < 500 ? 'mixed' : 'bad', word: String(status) };
}

export const isUnmatched = ({ operation }: RequestRecord): boolean => operation === null;

/** All that a search finds a request by, in lower case. */
export const searchedText = ({
  id,
  method,
  path,
  operation,
  user_agent: agent,
  params,
  answer,
  rule,
}: RequestRecord): string =>
  [id, method, path, operation, agent, JSON.stringify(params), answer.message, rule].join(' ').toLowerCase();

/** `scenario/rule`, of `scenario/rule#3`. */
export const ruleOfLabel = (label: string): string => label.replace(/#\d+$/, '');

/** A text as JSON over several lines, where it is JSON. */
export function prettyText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
