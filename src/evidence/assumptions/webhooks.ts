import type { Assumption } from '../assumption.ts';

/** Of webhooks. */
export const webhookAssumptions: readonly Assumption[] = [
  {
    about: 'webhooks',
    choice: 'Only 2xx counts; any other status, a redirect, or no answer within 15 s is a failure.',
    because: 'Neither criterion nor timeout is documented.',
  },
  {
    about: 'webhooks',
    choice:
      'The wait before a retry counts from the end of the failed attempt; payload, token and signature are of its time.',
    because: 'Only the intervals are documented.',
  },
  {
    about: 'webhooks',
    choice: '`success` is false for failure and partialsuccess, and true otherwise, also during transmission.',
    because: 'Only "successful or not" is documented.',
  },
  {
    about: 'webhooks',
    choice: 'v2 has the fields of the fax flat, recipients and tags as JSON text, and leaves out what is null.',
    because: 'The documentation says flat, a client nested.',
  },
  {
    about: 'webhooks',
    choice:
      'v2.1 also has success, is_test, direction, message and metadata; a received fax has event_type=fax_completed.',
    because: 'A client lists them, the page on webhooks does not.',
  },
  {
    about: 'webhooks',
    choice: 'The file of a received fax is called fax-ID.pdf; a failed one has none. The User-Agent is faxsim.',
    because: 'Not seen.',
  },
  {
    about: 'webhooks',
    choice: 'The signed URL is the configured one, credentials included; without a token there is no signature.',
    because: '"The URL you submitted"; two pages contradict each other on the header.',
  },
  {
    about: 'webhooks',
    choice: 'News of one fax comes in order of first attempts; a retry that waits holds back nothing.',
    because: 'No order is documented.',
  },
];
