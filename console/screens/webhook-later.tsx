import { isLocalName, parseUrl } from '../../src/model/shared/urls.ts';
import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import { Link } from '../ui/link.tsx';
import { attemptWords } from './webhook-words.ts';

/** Says of a webhook with retries that it was delivered again, with the fate of that, because neither ends the other. */
export function LaterDelivery({ of: { id, fax_id: fax } }: { readonly of: WebhookRecord }) {
  const { data: later } = useResource(
    `${id} again`,
    async (signal) => {
      const input = { fax, after: id, limit: 1000 };
      const all = await ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input, signal });
      return all.filter(({ redelivery_of: former }) => former === id);
    },
    { changedBy: ({ kind }) => kind === 'webhook' },
  );
  const last = later?.at(-1);
  if (last === undefined) return null;
  return (
    <p class="next-attempt">
      <Link to={{ screen: 'webhooks', id: String(last.id) }}>Webhook {last.id}</Link> {fateOf(last)}. The retries of
      this one go on.
    </p>
  );
}

/** The fate of a redelivery: `delivered it again: answered 200`. */
function fateOf({ state, attempts }: WebhookRecord): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'is to deliver it again, and has had no attempt yet';
  if (state === 'refused') return `was to deliver it again, but was not posted: ${last.failure ?? 'not allowed'}`;
  return `delivered it again: ${attemptWords(last)}`;
}

/** Says of a waiting webhook that its host is not one that faxsim posts to by itself, if no attempt has shown otherwise. */
export function HostNote({ of: { url, attempts, of_fixture: isOfFixture } }: { readonly of: WebhookRecord }) {
  const host = parseUrl(url ?? '')?.hostname ?? '';
  const isAddress = /^[\d.]+$|^\[/.test(host);
  if (host === '' || isAddress || isLocalName(host) || (attempts.length > 0 && !isOfFixture)) return null;
  return (
    <p class="problem warning">
      <strong>
        Nothing will be posted to <code>{host}</code>
      </strong>
      , because it is not a local name, unless faxsim was started with <code>--allow-hosts {host}</code>.
      {isOfFixture && ' The webhook and its attempts so far came with the fixture of this world.'}
    </p>
  );
}
