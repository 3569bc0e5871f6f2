/**
 * Whether a request failed by its response. The status alone does not tell: v1 refuses with status 200. `refusal` is the recorded
 * reason, null without one; a null status stands for a broken connection.
 */
export const wasRefused = (status: number | null, refusal: object | null): boolean =>
  status === null || status >= 400 || refusal !== null;
