import { capital } from '../../src/model/shared/words.ts';
import { scenarioText } from '../../src/model/shared/scenario-text.ts';
import { reasonWords, recipientWords } from '../../src/control/client/fax-outcome-text.ts';
import type { FaxRecord, WebhookRecord } from '../../src/control/client/named-types.ts';
import { useEffect } from 'preact/hooks';
import { ask } from '../api.ts';
import { pluralize } from '../format.ts';
import { phoneText } from '../../src/model/numbering/phone-text.ts';
import type { useResource } from '../resource.ts';
import { scenariosOn } from '../conditions.ts';
import { switchOff } from '../scenario-off.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Link } from '../ui/link.tsx';
import { isPrinted } from '../ui/printing.ts';
import { Part, Separator } from '../ui/split.tsx';
import { Loading } from '../ui/states.tsx';
import { Id, SubLine } from '../ui/sub-line.tsx';
import { LongTime } from '../ui/times.tsx';
import { toast } from '../ui/toast.tsx';
import { keptOrder } from './activity-order.ts';
import { DetailHead } from './detail-head.tsx';
import { FaxActions } from './fax-actions.tsx';
import { FaxBatch } from './fax-batch.tsx';
import { Barcodes, Details, resendLinks } from './fax-facts.tsx';
import { useFaxData } from './fax-data.ts';
import { DeletionText, useDeletion } from './fax-deletion.tsx';
import { adviceFor, fateText } from './fax-outcome.ts';
import { FaxTimeline } from './fax-timeline.tsx';
import { FaxPictures } from './fax-pictures.tsx';
import { LoseWebhooks, noWebhookText, RequestTable, useRecordActions, WebhookTable } from './fax-records.tsx';
import { faxStatuses, isOnItsWay, otherEnd, ownEnd, recipientStatus } from './fax-words.ts';
import { MissingRecord } from './missing-record.tsx';
import { busyLines } from './scenario-words.ts';
import { writeTime } from '../typed-time.ts';

const Versions = lazy('both versions', async () => (await import('./fax-versions.tsx')).Versions);

/** Whether a webhook of the fax is still to be sent. */
const canLose = (fax: FaxRecord, webhooks: readonly WebhookRecord[] = []): boolean =>
  isOnItsWay(fax) || webhooks.some(({ due_at: due }) => due !== null);

export function FaxDetail({ id }: { readonly id: string }) {
  const { fax, requests, webhooks, history, resends } = useFaxData(id);
  useRecordActions(webhooks.data, requests.data?.requests);
  if (fax.error !== undefined) return <MissingFax {...{ id, fax }} />;
  if (fax.data === undefined) return <Loading what={`fax ${id}`} />;
  const known = {
    history: history.data,
    webhooks: webhooks.data,
    resends: fax.data.direction === 'sent' ? resends.data : [],
  };
  return (
    <article class="detail">
      <Head fax={fax.data} webhooks={webhooks.data} resends={known.resends} />
      <FaxActions fax={fax.data} known={known} onChange={fax.reload} />
      <div class="detail-columns moved">
        <FaxPictures fax={fax.data} />
        <Separator name="pages" label="Width of the pages" least={200} />
        <div>
          <FaxTimeline history={history} />
          <FaxBatch fax={fax.data} />
          <Recipients fax={fax.data} />
          <Details fax={fax.data} resends={resends.data} />
          <Barcodes fax={fax.data} />
          {!(isPrinted.value && requests.data?.requests.length === 0) && (
            <Part title="Requests">
              <RequestTable requests={requests.data?.requests} />
            </Part>
          )}
          <Part title="Webhooks" actions={canLose(fax.data, webhooks.data) && <LoseWebhooks fax={fax.data.id} />}>
            <WebhookTable webhooks={webhooks.data} none={noWebhookText(fax.data, history.data)} />
          </Part>
        </div>
      </div>
      <Versions fax={fax.data} />
    </article>
  );
}

interface MissingFaxProps {
  readonly id: string;
  readonly fax: ReturnType<typeof useResource<FaxRecord>>;
}

function MissingFax({ id, fax }: MissingFaxProps) {
  const wasThere = fax.data !== undefined;
  const { deletion, isLoading } = useDeletion(fax.error?.status === 404 ? id : '');
  useEffect(() => {
    if (wasThere && deletion !== undefined) toast(`Fax ${id} was deleted elsewhere`, 'bad');
  }, [deletion]);
  if (isLoading) return <Loading what={`the history of fax ${id}`} />;
  return (
    <MissingRecord
      of="fax"
      {...{ id, wasThere }}
      error={fax.error}
      onRetry={fax.reload}
      cause={deletion && <DeletionText id={id} deletion={deletion} />}
    />
  );
}

interface HeadProps {
  readonly fax: FaxRecord;
  /** Undefined until they are read. */
  readonly webhooks: readonly WebhookRecord[] | undefined;
  readonly resends: readonly FaxRecord[] | undefined;
}

function Head({ fax, webhooks, resends = [] }: HeadProps) {
  const { id, direction, status, error, is_test: isTest, created_at: at } = fax;
  const { tone, word } = faxStatuses[status];
  const fate = fateText(fax);
  const advice = adviceFor(fax);
  return (
    <>
      <DetailHead
        title={otherEnd(fax)}
        status={
          <>
            {isTest && <span class="tag">test</span>}
            <Badge tone={tone}>{word}</Badge>
          </>
        }
      >
        <SubLine
          of={[
            `${direction === 'sent' ? 'Sent' : 'Received'} ${ownEnd(fax)}`,
            <Id of="Fax" id={id} what="the id of the fax" />,
            <LongTime at={at} />,
            !isPrinted.value && (
              <Link to={{ screen: 'activity', id: undefined, query: timesAround(fax, webhooks) }}>
                What else happened then
              </Link>
            ),
          ]}
        />
      </DetailHead>
      {error !== null && (
        <p class="problem">
          <strong>{reasonWords(error)}</strong> ({error.type}, error {error.id}){fate !== undefined && `. ${fate}`}
          {resends.length > 0 && <small>It was sent again as {resendLinks(resends)}.</small>}
          {advice !== undefined && resends.length === 0 && <small>Our advice: {advice}</small>}
        </p>
      )}
    </>
  );
}

const aroundMs = 30 * 60_000;

/**
 * The time from the half hour before a fax until the half hour after the last attempt of its webhooks, as filters of the activity, in
 * the order that was chosen there.
 */
function timesAround(
  { created_at: created, completed_at: completed }: FaxRecord,
  webhooks: HeadProps['webhooks'] = [],
): Readonly<Record<string, string>> {
  const attempted = webhooks.flatMap(({ attempts }) => attempts.map(({ at }) => at));
  const times = [created, completed ?? created, ...attempted].map((time) => Date.parse(time));
  const order = keptOrder.value === '' ? {} : { order: keptOrder.value };
  return {
    since: writeTime(Date.parse(created) - aroundMs),
    until: writeTime(Math.max(...times) + aroundMs),
    ...order,
  };
}

function Recipients({ fax }: { readonly fax: FaxRecord }) {
  if (fax.recipients.length === 0) return null;
  return (
    <Part title={pluralize(fax.recipients.length, 'recipient')}>
      <ul class="rows">
        {fax.recipients.map((to) => {
          const { tone, word } = recipientStatus(to);
          return (
            <li key={to.number}>
              <div>
                {phoneText(to.number)}
                <div class="muted">{capital(recipientWords(to, fax.pages).join(' · '))}</div>
              </div>
              <BusyLine number={to.number} />
              <Badge tone={tone}>{word}</Badge>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

/** The button that makes a number busy from now on, or the note that it is busy. */
function BusyLine({ number }: { readonly number: string }) {
  const on = `busy-line(number=${number})`;
  const { own, wider } = busyLines(
    scenariosOn.value.map(({ name }) => name),
    number,
  );
  const [known] = own;
  if (known !== undefined) {
    const end = async (): Promise<void> => {
      const [other] = wider;
      const fate = other === undefined ? 'no longer busy' : `still busy by ${scenarioText(other)}`;
      await switchOff(own, `${phoneText(number)} is ${fate}`);
    };
    return (
      <span class="busy-line">
        <Link to={{ screen: 'scenarios', id: known, query: {} }} class="mark bad">
          busy from now on
        </Link>{' '}
        <Button label={`Switch off: ${phoneText(number)} is busy`} onClick={end}>
          Switch off
        </Button>
      </span>
    );
  }
  const begin = async (): Promise<void> => {
    await ask('/scenarios', { method: 'POST', input: { on } });
    toast(`${phoneText(number)} is busy from now on`);
  };
  return (
    <Button class="busy-line" label={`Make busy: ${phoneText(number)}`} onClick={begin}>
      Make busy
    </Button>
  );
}
