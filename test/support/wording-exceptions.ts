/** Avoided words that a file keeps: its text is part of a response or a webhook, which faxsim does not change. */
export const keptWords: Readonly<Record<string, readonly string[]>> = {
  'src/webhooks/fault-injection.ts': ['nobody'],
};
