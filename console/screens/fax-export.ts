import { csvColumns, csvText } from '../../src/model/shared/csv-text.ts';
import type { FaxList, FaxRecord } from '../../src/control/client/named-types.ts';
import { ask } from '../api.ts';
import { world } from '../router.ts';
import { saveFile } from '../save-file.ts';

const perRead = 1000;

/** Saves all faxes that match conditions as CSV, newest first, as `faxsim faxes list --csv` prints them. */
export async function exportFaxes(conditions: Readonly<Record<string, unknown>>): Promise<void> {
  const faxes: FaxRecord[] = [];
  for (let total = Infinity; faxes.length < total;) {
    const page = await ask<FaxList>('/faxes', { input: { ...conditions, limit: perRead, offset: faxes.length } });
    if (page.faxes.length === 0) break;
    faxes.push(...page.faxes);
    ({ total } = page);
  }
  const text = csvText(faxes, csvColumns['faxes']);
  saveFile(new Blob([text], { type: 'text/csv' }), `faxes-${world.value}.csv`);
}
