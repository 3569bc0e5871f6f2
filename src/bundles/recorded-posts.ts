import type { Post, PostResult } from '../webhooks/post.ts';
import type { Bundle } from './bundle.ts';

/** Answers webhooks as a bundle says that they were answered, and sends nothing. */
export function recordedPosts({ steps }: Pick<Bundle, 'steps'>): Post {
  const answers = new Map<string, PostResult>();
  for (const step of steps) {
    if (step.kind !== 'webhook') continue;
    const { delivery, attempt, state, answer, failure } = step;
    answers.set(`${delivery} ${attempt}`, { answer, failure, isRefused: state === 'refused', tookMs: 0 });
  }
  return ({ delivery, attempt }) => Promise.resolve(answers.get(`${delivery} ${attempt}`) ?? unknown);
}

const unknown: PostResult = {
  answer: null,
  failure: 'the bundle has no answer to it',
  isRefused: false,
  tookMs: 0,
};
