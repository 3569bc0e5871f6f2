import { shortReason, unquoted, withTimes } from '../format.ts';
import type { ScreenRoute } from '../routes.ts';
import type { IconName } from '../ui/icon.tsx';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import { changeOwnWords } from '../../src/model/shared/quoted-text.ts';
import type { Entry } from './activity-log.ts';
import { faxStatuses } from './fax-words.ts';
import { webhookStates } from './webhook-states.ts';

export const entryKinds: Readonly<Record<Entry['kind'], string>> = {
  request: 'Request',
  control: 'Control',
  fax: 'Fax',
  webhook: 'Webhook',
  rule: 'Rule',
  scenario: 'Scenario',
  settings: 'Settings',
  port_order: 'Port order',
  clock: 'Clock',
  world: 'World',
};

export const entryIcons: Readonly<Record<Entry['kind'], IconName>> = {
  request: 'request',
  control: 'api',
  fax: 'fax',
  webhook: 'webhook',
  rule: 'scenario',
  scenario: 'scenario',
  settings: 'settings',
  port_order: 'external',
  clock: 'clock',
  world: 'world',
};

const stateWords: Readonly<Record<string, { readonly word: string }>> = { ...faxStatuses, ...webhookStates };

/** The state of the record after an entry: `In progress`, `200`; empty without one. */
export const stateOf = ({ status }: Pick<Entry, 'status'>): string => stateWords[status ?? '']?.word ?? status ?? '';

type Told = Pick<Entry, 'kind' | 'summary' | 'reason'>;

/** The words of an entry for its row, with numbers as people write them. The reason of a webhook that failed is short. */
export const readable = (entry: Told): string => wordsOf(entry, /\+[1-9]\d{6,14}\b/g);

/** These words for a copy. A number in the name of a scenario stays in E.164, so that a command or a filter reads the name again. */
export const copyable = (entry: Told): string => wordsOf(entry, /(?<!=)\+[1-9]\d{6,14}\b/g);

function wordsOf({ kind, summary, reason }: Told, numbers: RegExp): string {
  const shown = kind === 'webhook' && reason !== null ? shortReason(reason) : reason;
  const text = shown === null || reason === null ? summary : summary.replace(reason, () => shown);
  return unquoted(changeOwnWords(text, shown, (own) => withTimes(own).replaceAll(numbers, phoneText)));
}

/** The route to the record of an entry. An entry without a record leads to the screen of its kind. */
export function placeOf({
  kind,
  subject,
  fax_id: fax,
  rule,
}: Pick<Entry, 'kind' | 'subject' | 'fax_id' | 'rule'>): Partial<ScreenRoute> {
  const id = subject === null ? undefined : String(subject);
  const query = {};
  if (kind === 'fax') return { screen: 'faxes', id, query };
  if (kind === 'webhook') return { screen: 'webhooks', id, query };
  if (kind === 'request') return { screen: 'requests', id, query };
  if (kind === 'rule' || kind === 'scenario') {
    return { screen: 'scenarios', id: (rule ?? id)?.split('/')[0], query };
  }
  if (kind === 'settings') return { screen: 'settings', id: undefined, query };
  if (kind === 'world') return { screen: 'worlds', id, query };
  if (fax !== null) return { screen: 'faxes', id: String(fax), query };
  return { screen: 'clock', id: undefined, query };
}
