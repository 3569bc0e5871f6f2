/** The parts of an attempt that tell whether it was genuine, and how the program reacted. */
interface AnsweredAttempt {
  readonly rule: string | null;
  readonly answer: { readonly status: number } | null;
}

/** Whether the program accepted or refused an attempt that no rule touched; undefined for others, and without an answer. */
export function genuineResult({ rule, answer }: AnsweredAttempt): 'accepted' | 'refused' | undefined {
  if (rule !== null || answer === null) return undefined;
  return answer.status >= 200 && answer.status < 300 ? 'accepted' : 'refused';
}
