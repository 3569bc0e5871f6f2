import { eventKinds } from './scenario.ts';

/** Which effects go with what a rule listens to. */
export const places = {
  answer: ['delay', 'fail', 'retry_after', 'respond', 'patch', 'wire', 'commit', 'file', 'rate_limit', 'arrivals'],
  fax: ['course'],
  portOrder: ['course'],
  webhook: ['delay', 'drop', 'duplicate', 'hold_until', 'sign', 'body', 'receiver'],
} as const satisfies Record<string, readonly string[]>;

export const placeOf = (on: string): keyof typeof places => eventKinds.find((kind) => kind === on) ?? 'answer';
