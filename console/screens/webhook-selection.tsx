import type { WebhookRecord } from '../../src/control/client/named-types.ts';
import type { Selection } from '../ui/selection.tsx';
import { redeliver } from './redelivery.ts';
import { SelectionBar } from './selection-bar.tsx';
import type { ManyAction } from './selection-bar.tsx';

const actions: readonly ManyAction<WebhookRecord>[] = [
  {
    name: 'Redeliver',
    done: 'on the way again',
    takes: () => true,
    meaning: 'Each is delivered again as a new webhook, with the fax as it is now.',
    run: ({ id }) => redeliver(id),
  },
];

interface WebhookSelectionProps {
  readonly selection: Selection<WebhookRecord>;
  readonly visible: readonly WebhookRecord[];
}

/** The work on the selected webhooks. */
export const WebhookSelection = ({ selection, visible }: WebhookSelectionProps) => (
  <SelectionBar
    noun="webhook"
    screen="webhooks"
    actions={actions}
    selection={selection}
    total={visible.length}
    all={() => visible}
  />
);
