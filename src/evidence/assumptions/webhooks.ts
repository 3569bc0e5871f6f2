import type { Assumption } from '../assumption.ts';

/** Of webhooks. */
export const webhookAssumptions: readonly Assumption[] = [
  {
    about: 'webhooks',
    choice: 'Only 2xx is a success. Any other status, a redirect, and no response within 15 s are failures.',
    because: 'Neither the criterion nor the timeout is documented.',
  },
  {
    about: 'webhooks',
    choice:
      'The delay of a retry starts at the end of the failed attempt. Body, token and signature are those at the time of the retry.',
    because: 'Only the intervals are documented.',
  },
  {
    about: 'webhooks',
    choice: '`success` is false for failure and partialsuccess, and true otherwise, also during transmission.',
    because: 'Only "successful or not" is documented.',
  },
  {
    about: 'webhooks',
    choice: 'v2 has the fields of the fax flat, recipients and tags as JSON strings, and omits null fields.',
    because: 'The documentation says flat, a client nested.',
  },
  {
    about: 'webhooks',
    choice:
      'v2.1 also has success, is_test, direction, message and metadata; a received fax has event_type=fax_completed.',
    because: 'A client lists them; the page on webhooks does not.',
  },
  {
    about: 'webhooks',
    choice: 'The file of a received fax is named fax-ID.pdf; a failed fax has no file. The User-Agent is faxsim.',
    because: 'Not recorded.',
  },
  {
    about: 'webhooks',
    choice: 'The signed URL is the configured one, credentials included; without a token there is no signature.',
    because: '"The URL you submitted"; two pages contradict each other on the header.',
  },
  {
    about: 'webhooks',
    choice: 'The events of one fax are first delivered in order; a waiting retry does not delay later events.',
    because: 'No order is documented.',
  },
];
