import type { Account } from '../../model/domain/account.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { PhoneNumber } from '../../model/domain/phone-number.ts';
import type { WebhookFormat } from '../../model/domain/webhook.ts';

/** The URL and the format of the webhooks about a fax, fixed when an event is announced. */
interface Receiver {
  /** URL of the receiver; null if the events have none. */
  readonly url: string | null;
  /** Format of the webhooks; undefined for the format of the account at each attempt, as in every Phaxio version. */
  readonly format: WebhookFormat | undefined;
}

/** The configured URLs that the choice of a webhook URL depends on. */
interface CallbackConfig {
  readonly account: Account;
  readonly phoneNumbers: { get(number: string): PhoneNumber | undefined };
}

/**
 * The receiver of the events of a fax: the URL in its request (a resend: in that request or the original's), that of its
 * number, or the account's; null if there is none. Source: the pages on callbacks of all versions.
 */
export function receiverOf(fax: Fax, config: CallbackConfig): Receiver {
  return { url: urlFor(fax, config), format: undefined };
}

function urlFor(fax: Fax, { account, phoneNumbers }: CallbackConfig): string | null {
  if (fax.direction === 'sent') return fax.callbackUrl ?? account.sendCallbackUrl;
  const number = fax.toNumber === null ? undefined : phoneNumbers.get(fax.toNumber);
  return number?.callbackUrl ?? account.receiveCallbackUrl;
}

/** A mail is sent instead of a post. Source: the v2.1 page on webhooks. */
export const isMail = (url: string): boolean => /^mailto:/i.test(url);

/** Host and port; empty for a URL without a host. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');
