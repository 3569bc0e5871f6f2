/**
 * Whether a response refuses its request. The status alone does not tell, because v1 refuses with status 200. `refusal`
 * is the recorded reason, or null. A null status means a broken connection.
 */
export const wasRefused = (status: number | null, refusal: object | null): boolean =>
  status === null || status >= 400 || refusal !== null;
