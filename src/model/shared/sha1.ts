import { createHash } from 'node:crypto';

/** SHA-1 in hex. */
export const sha1Of = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');
