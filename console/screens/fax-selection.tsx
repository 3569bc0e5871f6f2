import type { FaxRecord } from '../../src/control/client/named-types.ts';
import { ask, callService } from '../api.ts';
import type { Selection } from '../ui/selection.tsx';
import { ErrorSearch } from './error-search.tsx';
import { isOnItsWay } from './fax-words.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ManyAction } from './selection-bar.tsx';

const actions: readonly ManyAction<FaxRecord>[] = [
  {
    name: 'Resend',
    done: 'sent again',
    takes: (fax) => fax.direction === 'sent' && !isOnItsWay(fax),
    limit: 'Only sent faxes that have ended can be sent again.',
    meaning:
      'Each is sent again through the API, as a new fax, with the keys that it was sent with. Without a callback URL, of the fax or of the settings, no webhook tells of it.',
    run: ({ id, is_test: isTest }) => callService(`/v2.1/faxes/${id}/resend`, { isTest }),
  },
  {
    name: 'Fail',
    done: 'failed',
    isDanger: true,
    takes: isOnItsWay,
    limit: 'Only faxes on their way can fail.',
    meaning: 'They end now with this error, and their webhooks are delivered.',
    fields: <ErrorSearch />,
    run: ({ id }, form) =>
      ask(`/faxes/${id}/finish`, { method: 'POST', input: { status: 'failure', error: form.get('error') } }),
  },
  {
    name: 'Delete',
    done: 'deleted',
    isDanger: true,
    takes: () => true,
    meaning: 'They and their files are removed from this world. A reset of the world brings back what its fixture had.',
    run: ({ id }) => ask(`/faxes/${id}`, { method: 'DELETE' }),
  },
];

interface FaxSelectionProps {
  readonly selection: Selection<FaxRecord>;
  readonly total: number;
  readonly all: () => Promise<readonly FaxRecord[]>;
}

/** The work on the selected faxes. */
export const FaxSelection = (props: FaxSelectionProps) => (
  <SelectionBar noun="fax" screen="faxes" actions={actions} {...props} />
);
