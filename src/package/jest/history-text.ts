import { faxHistoryText } from '../../control/client/fax-history-text.ts';
import type { FaxHistory } from '../../control/client/named-types.ts';
import { isPlainObject } from '../../model/shared/objects.ts';
import type { Mapping } from '../../model/shared/objects.ts';
import { faxOfVerdict } from '../../control/client/verdict-text.ts';
import type { VerifyResult } from '../../control/client/verdict-text.ts';

/**
 * The history of the fax that a failed expectation is about, after an empty line. Empty without a fax, and for an
 * expectation about a log whose world is unknown.
 */
export async function historyText(world: unknown, query: Mapping, verdict: VerifyResult): Promise<string> {
  const faxes = isPlainObject(world) ? world['faxes'] : undefined;
  const id = query['fax'] ?? faxOfVerdict(verdict);
  if (!hasHistory(faxes) || typeof id !== 'number') return '';
  const history = await faxes.history({ id }).catch(() => undefined); // the fax may not exist
  return history === undefined ? '' : `\n\n${faxHistoryText(history).trimEnd()}`;
}

const hasHistory = (faxes: unknown): faxes is { history(input: { id: number }): Promise<FaxHistory> } =>
  isPlainObject(faxes) && typeof faxes['history'] === 'function';
