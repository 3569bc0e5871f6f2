import { useMemo } from 'preact/hooks';
import { route } from '../router.ts';
import { Split } from '../ui/split.tsx';
import { lazy } from '../ui/lazy.tsx';
import { WebhookDetail } from './webhook-detail.tsx';
import { WebhookForms } from './webhook-forms.tsx';
import { WebhookList } from './webhook-list.tsx';

const Endpoints = lazy('the endpoints', async () => (await import('./webhook-endpoints.tsx')).Endpoints);

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
        placeholder={<Endpoints />}
      />
      <WebhookForms />
    </>
  );
}
