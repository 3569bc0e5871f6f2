import * as v from 'valibot';
import { accountLimits } from '../domain/account.ts';
import type { Account } from '../domain/account.ts';
import { webhookVersions } from '../domain/webhook.ts';
import { call } from './call.ts';
import { boolean, callbackUrl, clearable, duration, input, integer, maybe, nothing, oneOf, secret } from './fields.ts';

const shown = v.strictObject({
  balance: v.number(),
  file_storage: v.boolean(),
  send_callback_url: v.nullable(v.string()),
  receive_callback_url: v.nullable(v.string()),
  webhook_version: v.picklist(webhookVersions),
  webhook_token: v.nullable(v.string()),
  inflight_webhooks: v.boolean(),
  fax_retries: v.number(),
  fax_retry_delay: v.number(),
  rate_limit: v.nullable(v.strictObject({ limit: v.number(), window: v.number() })),
});

const longestDelay = accountLimits.faxRetryDelaySeconds.max * 1000;

/** What is to be otherwise in an account. */
export const accountChange = v.pipe(
  input({
    balance: maybe(integer(accountLimits.balanceCents)),
    file_storage: maybe(boolean),
    send_callback_url: clearable(callbackUrl),
    receive_callback_url: clearable(callbackUrl),
    webhook_version: maybe(oneOf(webhookVersions)),
    webhook_token: clearable(secret),
    inflight_webhooks: maybe(boolean),
    fax_retries: maybe(integer(accountLimits.faxRetries)),
    fax_retry_delay: maybe(v.pipe(duration, v.maxValue(longestDelay, 'must not be longer than a day'))),
    rate_limit: clearable(
      input({
        limit: integer(accountLimits.rateLimitCalls),
        window: v.pipe(duration, v.minValue(1, 'must not be shorter than a millisecond')),
      }),
    ),
  }),
  v.transform((asked): { readonly [Name in keyof Account]?: Account[Name] | undefined } => ({
    balanceCents: asked.balance,
    storesFiles: asked.file_storage,
    sendCallbackUrl: asked.send_callback_url,
    receiveCallbackUrl: asked.receive_callback_url,
    webhookVersion: asked.webhook_version,
    webhookToken: asked.webhook_token,
    inflightWebhooks: asked.inflight_webhooks,
    faxRetries: asked.fax_retries,
    faxRetryDelayMs: asked.fax_retry_delay,
    rateLimit: asked.rate_limit && { calls: asked.rate_limit.limit, windowMs: asked.rate_limit.window },
  })),
);

export const settings = {
  show: call('GET /settings', {
    summary: "The settings of the world's account, and its balance in cents.",
    form: nothing,
    answer: shown,
    run: ({ world }) => settingsBody(world.store.account),
  }),
  change: call('PATCH /settings', {
    summary: 'Change settings of the account, or its balance; what is not given stays.',
    form: accountChange,
    answer: shown,
    run: async ({ world: { store } }, asked) => {
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      await store.commit(() => {
        store.account = { ...store.account, ...given };
      });
      return settingsBody(store.account);
    },
  }),
};

const settingsBody = (account: Account) => ({
  balance: account.balanceCents,
  file_storage: account.storesFiles,
  send_callback_url: account.sendCallbackUrl,
  receive_callback_url: account.receiveCallbackUrl,
  webhook_version: account.webhookVersion,
  webhook_token: account.webhookToken,
  inflight_webhooks: account.inflightWebhooks,
  fax_retries: account.faxRetries,
  fax_retry_delay: account.faxRetryDelayMs,
  rate_limit: account.rateLimit && { limit: account.rateLimit.calls, window: account.rateLimit.windowMs },
});
