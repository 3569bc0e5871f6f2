/**
 * Whether a response refuses its request. The status alone does not tell, because v1 refuses with status 200. `refusal`
 * is the recorded reason, or null. A null status means a broken connection.
 */
export const wasRefused = (status: number | null, refusal: object | null): boolean =>
  status === null || status >= 400 || refusal !== null;

/** A recorded request, as far as it tells of a refusal. */
interface Answered {
  readonly answer: { readonly status: number | null; readonly message: string | null };
  readonly refused: { readonly reason: string | null } | null;
}

/** Whether the service refused a request. A broken connection is no refusal. */
export const isRefused = ({ answer: { status }, refused }: Answered): boolean =>
  status !== null && wasRefused(status, refused);

/** The reason of a refusal; undefined if the answer gives none. */
export const refusalReason = ({ answer: { message }, refused }: Answered): string | undefined =>
  refused?.reason ?? message ?? undefined;

/** The next step after a request whose keys were refused. */
export const keysAdvice = 'faxsim env prints keys and secrets';
