import { missedAmong } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { hidden } from '../../src/model/shared/userinfo.ts';
import { askBlob } from '../api.ts';
import { usualVersion } from '../api-versions.ts';
import { openSendOf } from './fax-forms.tsx';
import { sendNames } from './send-names.ts';

/** Opens the form that sends the document of a fax to those of its numbers that were not reached. */
export async function openSendToMissed(fax: FaxRecord): Promise<void> {
  const { id, is_test: isTest, caller_id: from, header_text: header, callback_url: callback, tags, file } = fax;
  const names = sendNames[usualVersion];
  const fields: Readonly<Record<string, string | null>> = {
    api: usualVersion,
    keys: isTest ? 'test' : 'live',
    to: missedAmong(fax.recipients)
      .map(({ number }) => number)
      .join(', '),
    [names.from ?? '']: from,
    [names.header ?? '']: header,
    [names.callback ?? '']: callback?.includes(hidden) === true ? null : callback,
    [names.tags]: Object.entries(tags)
      .map((tag) => tag.join('='))
      .join('\n'),
  };
  const given = new FormData();
  for (const [name, text] of Object.entries(fields)) if (text !== null) given.set(name, text);
  if (file === 'stored') given.set('file', await askBlob(`/faxes/${id}/file`), `fax-${id}.pdf`);
  openSendOf(given);
}
