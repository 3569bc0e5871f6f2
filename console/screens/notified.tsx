import type { SettingsRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Link } from '../ui/link.tsx';

/** Whether no webhook tells of a sent fax: it has no URL for them, and the account has none either. */
export async function notifiesNobody(callbackUrl: string | null): Promise<boolean> {
  if (callbackUrl !== null) return false;
  return (await ask<SettingsRecord>('/settings')).send_callback_url === null;
}

interface NobodyNoteProps {
  readonly callbackUrl: string | null;
  /** Whether the URL of the account does not count, as in v3. */
  readonly isOwnAlone: boolean;
}

/** Says in the dialog of a fax that no webhook will tell of it. */
export function NobodyNote({ callbackUrl, isOwnAlone }: NobodyNoteProps) {
  const { data: settings } = useResource(world.value, (signal) => ask<SettingsRecord>('/settings', { signal }), {
    changedBy: ({ kind }) => kind === 'settings',
  });
  const url = isOwnAlone ? null : settings?.send_callback_url;
  if (callbackUrl !== null || url !== null) return null;
  return (
    <p class="note">
      No webhook will tell of this fax: give it a callback URL below More
      {!isOwnAlone && (
        <>
          , or set <Link to={{ screen: 'settings', id: 'send_callback_url', query: {} }}>send_callback_url</Link> for
          all faxes
        </>
      )}
      .
    </p>
  );
}
