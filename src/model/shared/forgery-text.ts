/** The parts of an attempt that words about a forgery depend on. */
interface ForgedAttempt {
  readonly acts: readonly string[];
  readonly hasSignature: boolean;
  /** The status of the answer. */
  readonly status: number | undefined;
}

/** `accepted a forged signature with 200: your program does not check signatures`; `refused wrong credentials with 401, as it should`. */
export function forgeryText(result: 'accepted' | 'refused', { acts, hasSignature, status }: ForgedAttempt): string {
  const isAboutUser = acts.includes('wrong_credentials');
  const signature = hasSignature ? 'a forged signature' : 'a missing signature';
  const part = isAboutUser ? 'wrong credentials' : signature;
  const what = `${result} ${part} with ${status ?? 'no status'}`;
  if (result === 'refused') return `${what}, as it should`;
  return `${what}: your program does not check ${isAboutUser ? 'credentials' : 'signatures'}`;
}

/** The parts of an attempt of the control API that tell of a forgery. */
interface ShownAttempt {
  readonly forgery: 'accepted' | 'refused' | null;
  readonly rule_did: readonly string[];
  readonly signature: object | null;
  readonly answer: { readonly status: number } | null;
}

/** The words for an attempt of the control API; undefined for a genuine one. */
export const shownForgery = ({ forgery, rule_did: acts, signature, answer }: ShownAttempt): string | undefined =>
  forgery === null
    ? undefined
    : forgeryText(forgery, { acts, hasSignature: signature !== null, status: answer?.status });
