import { faxHistoryText } from '../../control/client/fax-history-text.ts';
import type { FaxHistory } from '../../control/client/named-types.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import type { VerifyResult } from './verdict-text.ts';

/** The history of the fax that a failed expectation is about, after an empty line; empty without such a fax, or where only a log is given. */
export async function historyText(world: unknown, query: Mapping, verdict: VerifyResult): Promise<string> {
  const faxes = isPlainObject(world) ? world['faxes'] : undefined;
  const id = query['fax'] ?? faxIn(verdict);
  if (!hasHistory(faxes) || typeof id !== 'number') return '';
  const history = await faxes.history({ id }).catch(() => undefined); // there may be no such fax
  return history === undefined ? '' : `\n\n${faxHistoryText(history).trimEnd()}`;
}

const hasHistory = (faxes: unknown): faxes is { history(input: { id: number }): Promise<FaxHistory> } =>
  isPlainObject(faxes) && typeof faxes['history'] === 'function';

/** The fax of the nearest item, or of the latest one that matches. */
function faxIn({ nearest = [], requests = [], webhooks = [] }: VerifyResult): unknown {
  const item = nearest[0]?.request ?? nearest[0]?.webhook ?? requests.at(-1) ?? webhooks.at(-1) ?? {};
  const made = item['new_fax_ids'];
  return Array.isArray(made) && made.length > 0 ? (made[0] as unknown) : item['fax_id'];
}
