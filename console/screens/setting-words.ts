/** Additional words to find a setting by. */
const synonyms: Readonly<Record<string, string>> = {
  webhook_token: 'callback token signature signing secret hmac sha1 verify x-phaxio-signature',
  webhook_version: 'callback version format',
  send_callback_url: 'webhook url endpoint sent',
  receive_callback_url: 'webhook url endpoint received inbound',
  inflight_webhooks: 'callbacks concurrent parallel',
  rate_limit: '429 throttle too many requests',
  fax_retries: 'attempts redial busy',
  fax_retry_delay: 'attempts backoff redial',
  balance_cents: 'credit money',
  strict_auth: '401 unauthorized credentials',
};

/** The name of a setting in words, with its synonyms. */
export const settingWords = (name: string): string => `${name.replaceAll('_', ' ')} ${synonyms[name] ?? ''}`;
