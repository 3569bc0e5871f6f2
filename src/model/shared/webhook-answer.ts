/** An answer with 2xx accepts a webhook. */
export const isAccepting = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

/** The parts of an attempt that tell whether it was genuine, and how the program reacted. */
interface AnsweredAttempt {
  readonly rule: string | null;
  readonly answer: { readonly status: number } | null;
}

/** Whether the program accepted or refused an attempt that no rule touched; undefined for others, and without an answer. */
export function genuineResult({ rule, answer }: AnsweredAttempt): 'accepted' | 'refused' | undefined {
  if (rule !== null || answer === null) return undefined;
  return isAccepting(answer) ? 'accepted' : 'refused';
}

/** The failure of an attempt without the advice that follows the answer. */
export const shortFailure = (failure: string): string =>
  /^answered \d+(?: with "(?:[^"\\]|\\.)*")?/.exec(failure)?.[0] ?? failure;
