import type { Post } from '../../src/service/webhooks/post.ts';

/** A network on which every application answers the same. */
export const answering =
  (status: number, body = ''): Post =>
  () =>
    Promise.resolve({
      answer: { status, body },
      failure: status < 300 ? null : `answered ${status}`,
      isRefused: false,
      tookMs: 0,
    });
