import { Refusal } from '../../model/domain/refusal.ts';
import { isMadeByRule } from '../../model/domain/webhook.ts';
import type { Delivery, WebhookAttempt } from '../../model/domain/webhook.ts';
import { parseUrl } from '../../model/shared/urls.ts';
import { sha1Of } from '../../model/shared/sha1.ts';
import type { WebhookFile, WebhookForm } from '../../wire/webhook-message.ts';
import { webhookWriters } from '../../wire/webhooks.ts';
import { documentForWebhook } from '../operations/fax-files.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import { projectOf } from '../operations/projects.ts';
import { headOf } from '../network/http-exchange.ts';
import { formatOf, messageHeaders } from './attempt.ts';
import { postOf } from './post.ts';
import { isMail } from './receiver.ts';

/** The request of an attempt, as it went over the wire. */
export interface SentMessage {
  /** The lines of the head and the empty line after them. */
  readonly head: string;
  /** Whether the head was recorded when it was sent. If not, it is the head that a first attempt has. */
  readonly isRecorded: boolean;
  /** The bytes of the body, in pieces: a file of a multipart body is a piece of its own. */
  readonly chunks: readonly Uint8Array[];
  readonly files: readonly WebhookFile[];
}

/**
 * Encodes the recorded content of an attempt again, with the writer that encoded it then. Throws `not_found` if nothing was sent,
 * and `not_allowed` if the fax or its document is gone.
 */
export async function sentMessage(
  context: OperationContext,
  delivery: Delivery,
  attempt: WebhookAttempt,
): Promise<SentMessage> {
  const url = parseUrl(delivery.url ?? '');
  if (url === undefined || !wasSent(delivery, attempt)) {
    throw new Refusal('not_found', `Not found: this attempt of webhook ${delivery.id} was not sent`);
  }
  const { store } = context;
  const fax = store.faxes.get(delivery.faxEvent.faxId);
  if (fax === undefined) throw gone(delivery, `fax ${delivery.faxEvent.faxId} was deleted`);
  const document = attempt.files.length === 0 ? undefined : await documentForWebhook(context, fax);
  const files = attempt.files.map(({ name, filename, type, sha1 }): WebhookFile => {
    if (document === undefined || sha1Of(document) !== sha1) {
      throw gone(delivery, `the document of fax ${fax.id} is no longer the one that was sent`);
    }
    return { name, filename, type, bytes: document };
  });
  const form: WebhookForm = { fields: attempt.fields, files };
  const { write } = webhookWriters[formatOf(delivery, store.account)];
  const subject = { event: delivery.faxEvent, fax, document, project: projectOf(context) };
  const { type, chunks } = write(subject, () => form).encode();
  const { head = headOf(postOf(url, messageHeaders(type, attempt.signature), chunks)) } = attempt;
  return { head, isRecorded: attempt.head !== undefined, chunks, files };
}

/** Whether a request was made: not of an event without a URL, and not if a rule made the result. */
const wasSent = ({ url }: Delivery, attempt: WebhookAttempt): boolean =>
  url !== null && !isMail(url) && !isMadeByRule(attempt);

const gone = ({ id }: Delivery, why: string): Refusal =>
  new Refusal('not_allowed', `The body of webhook ${id} cannot be written again: ${why}`);
