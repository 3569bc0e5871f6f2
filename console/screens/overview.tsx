import type { FaxList } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import type { ScreenRoute } from '../routes.ts';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Failed } from '../ui/states.tsx';
import { DetailHead } from './detail-head.tsx';
import { LastRequest } from './last-request.tsx';
import { Tries } from './overview-tries.tsx';

/** Takes the place of a chosen fax: how the world is, things to try, and the way to connect a program. */
export function Overview() {
  return (
    <article class="detail overview">
      <DetailHead title="Overview" back={{ id: undefined, query: {} }} />
      <Numbers />
      <Part title="Your program">
        <p class="base-url">
          Base URL <code>{baseUrl()}</code> <Copy text={baseUrl()} what="the base URL" />{' '}
          <Link to={{ screen: 'connect', query: {} }}>Keys and snippets</Link>
        </p>
      </Part>
      <LastRequest />
      <Tries />
      <Stories />
    </article>
  );
}

const dayMs = 86_400_000;

interface Count {
  readonly name: string;
  readonly value: number;
  readonly to: Partial<ScreenRoute>;
}

/** The numbers of the last 24 hours of the world. */
function Numbers() {
  const isClockKnown = now.value !== undefined;
  const counts = useResource(isClockKnown ? world.value : '', readCounts, {
    changedBy: ({ kind }) => kind !== 'request',
  });
  if (counts.error !== undefined) return <Failed error={counts.error} onRetry={counts.reload} />;
  return (
    <>
      <h3 class="period">In the last 24 hours</h3>
      <ul class="numbers" aria-label="In the last 24 hours">
        {counts.data?.map(({ name, value, to }) => (
          <li key={name}>
            <Link to={{ id: undefined, ...to }}>
              <strong>{value.toLocaleString('en')}</strong> <span>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

async function readCounts(signal: AbortSignal): Promise<readonly Count[]> {
  const since = new Date(Math.floor(((now.peek() ?? 0) - dayMs) / 1000) * 1000).toISOString();
  const faxes = async (name: string, query: Readonly<Record<string, string>>): Promise<Count> => {
    const input = { ...query, since, limit: 1 };
    return { name, value: (await ask<FaxList>('/faxes', { input, signal })).total, to: { query: { ...query, since } } };
  };
  const webhooks = async (): Promise<Count> => {
    const read = (state: string) => ask<AnswerOf<'webhooks', 'list'>>('/webhooks', { input: { state }, signal });
    const [failed, pending] = await Promise.all([read('failed'), read('pending')]);
    const retried = pending.filter(({ attempts }) => attempts.length > 0).length;
    const state = retried > 0 ? 'pending' : 'failed';
    return { name: 'webhooks failing', value: failed.length + retried, to: { screen: 'webhooks', query: { state } } };
  };
  const steps = async (): Promise<Count> => {
    const due = await ask<AnswerOf<'clock', 'agenda'>>('/clock/agenda', { input: { limit: 1000 }, signal });
    return { name: 'steps due', value: due.length, to: { screen: 'clock', query: {} } };
  };
  return Promise.all([
    faxes('sent', { direction: 'sent' }),
    faxes('received', { direction: 'received' }),
    faxes('failed', { status: 'failure' }),
    webhooks(),
    steps(),
  ]);
}

/** The stories of the demo, by the filters that lead to them. */
const stories: readonly (readonly [text: string, query: Readonly<Record<string, string>>])[] = [
  ['A line that is always busy', { error: '17' }],
  ['A bad morning: nothing gets through', { error: '88' }],
  ['Referrals of a clinic', { 'tag[type]': 'referral' }],
  ['Billing sends invoices', { 'tag[department]': 'Billing' }],
  ['Received faxes: worn copies, caller names, codes', { direction: 'received' }],
];

/** The stories that this world has faxes of. */
function Stories() {
  const found = useResource(world.value, async (signal) => {
    const totals = stories.map(([, query]) => {
      const conditions = Object.entries(query).map(([name, value]) => [name.replace(/^tag/, 'tags'), value] as const);
      return ask<FaxList>('/faxes', { input: { ...Object.fromEntries(conditions), limit: 1 }, signal });
    });
    return (await Promise.all(totals)).map(({ total }) => total);
  });
  if (found.data?.some((total) => total > 0) !== true) return null;
  return (
    <Part title="Stories to find">
      <ul class="stories">
        {stories.map(([text, query], index) => (
          <li key={text}>
            <Link to={{ id: undefined, query }}>{text}</Link> <span class="muted">{found.data?.[index]}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
