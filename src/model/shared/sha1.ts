import { hash } from 'node:crypto';

/** SHA-1 of bytes, or of a text in UTF-8, in hex. */
export const sha1Of = (content: Uint8Array | string): string => hash('sha1', content, 'hex');
