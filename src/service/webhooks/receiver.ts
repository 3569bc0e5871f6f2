import { serviceKeyOf } from '../../model/domain/fax.ts';
import type { Fax } from '../../model/domain/fax.ts';
import type { CallbackContentType } from '../../model/domain/sinch-options.ts';
import type { WebhookFormat } from '../../model/domain/webhook.ts';
import { isThisMachine, parseUrl } from '../../model/shared/urls.ts';
import type { Store } from '../../store/memory/store.ts';
import { listMails } from '../operations/fax-mails.ts';
import { serviceOf } from '../operations/services.ts';

/** The URL and the format of the webhooks about a fax, fixed when an event is announced. */
interface Receiver {
  /** The URL; null if the events have no receiver. */
  readonly url: string | null;
  /** The format; undefined for the account's format at each attempt, as in every Phaxio version. */
  readonly format: WebhookFormat | undefined;
}

interface CallbackConfig {
  readonly store: Pick<Store, 'account' | 'phoneNumbers'>;
}

/**
 * The receiver of a fax's events. For a sent fax, it is the URL in the request; a resend has its own or the original's.
 * For a received fax, it is the URL of the number. Without such a URL, the account's URL counts, except in v3. Source:
 * the pages on callbacks of all versions.
 */
export function receiverOf(fax: Fax, { store }: CallbackConfig): Receiver {
  const { sinch } = fax.options;
  if (fax.direction === 'sent' && sinch !== null)
    return { url: fax.callbackUrl, format: sinchFormat(sinch.callbackContentType) };
  return { url: phaxioUrl(fax, store), format: undefined };
}

/** All receivers of the end of a fax. A received fax also goes to its service's webhook and to email addresses. */
export function receiversOf(fax: Fax, config: { readonly store: Store }): readonly Receiver[] {
  const usual = receiverOf(fax, config);
  if (fax.direction === 'sent') return [usual];
  const own = sinchReceiversOf(fax, config.store);
  return usual.url === null && own.length > 0 ? own : [usual, ...own];
}

function sinchReceiversOf(fax: Fax, store: Store): readonly Receiver[] {
  const { toNumber } = fax;
  if (toNumber === null || (store.services.size === 0 && store.collections.faxMails.size === 0)) return [];
  const service = serviceOf({ store }, serviceKeyOf(fax));
  const format = sinchFormat(service.webhookContentType);
  const mails = listMails({ store }, service, toNumber).filter(({ numbers }) =>
    numbers.some(({ number, permissions }) => number === toNumber && permissions !== 'send'),
  );
  return [
    ...(service.incomingWebhookUrl === null ? [] : [{ url: service.incomingWebhookUrl, format }]),
    ...mails.map(({ email }) => ({ url: `mailto:${email}`, format })),
  ];
}

const sinchFormat = (type: CallbackContentType): WebhookFormat =>
  type === 'application/json' ? 'v3 json' : 'v3 multipart';

function phaxioUrl(fax: Fax, { account, phoneNumbers }: CallbackConfig['store']): string | null {
  if (fax.direction === 'sent') return fax.callbackUrl ?? account.sendCallbackUrl;
  const number = fax.toNumber === null ? undefined : phoneNumbers.get(fax.toNumber);
  return number?.callbackUrl ?? account.receiveCallbackUrl;
}

/** Whether a mail is sent instead of a post. Source: the v2.1 page on webhooks. */
export const isMail = (url: string): boolean => /^mailto:/i.test(url);

/** Scheme, host and port. All names of this machine become `localhost`. Empty for a URL without a host. */
export function originOf(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return '';
  return isThisMachine(url) ? `${url.protocol}//localhost:${url.port}` : url.origin;
}
