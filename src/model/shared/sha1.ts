import { createHash } from 'node:crypto';

/** In hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
