/** The headers of answers that clients act on, in lower case: bundles have them, and replays compare them. */
export const headersActedOn = ['retry-after', 'www-authenticate'] as const;
