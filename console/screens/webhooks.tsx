import { useMemo } from 'preact/hooks';
import { route } from '../router.ts';
import { Split } from '../ui/split.tsx';
import { Empty } from '../ui/states.tsx';
import { WebhookDetail } from './webhook-detail.tsx';
import { WebhookForms } from './webhook-forms.tsx';
import { WebhookList } from './webhook-list.tsx';

/** The delivery log beside the chosen webhook. */
export function WebhooksScreen() {
  const { id } = route.value;
  const list = useMemo(() => <WebhookList />, []);
  return (
    <>
      <Split
        list={list}
        detail={id === undefined ? undefined : <WebhookDetail key={id} id={id} />}
        detailLabel={id === undefined ? 'Webhook' : `Webhook ${id}`}
        placeholder={
          <Empty title="Choose a webhook">
            <p>
              What was sent, what your application answered, why an attempt failed, and how the signature is computed
              are shown here. <kbd>j</kbd> and <kbd>k</kbd> move through the list.
            </p>
          </Empty>
        }
      />
      <WebhookForms />
    </>
  );
}
