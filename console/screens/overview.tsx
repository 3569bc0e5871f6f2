import type { FaxList } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Copy } from '../ui/copy.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { Activity } from './activity.tsx';
import { Latest } from './overview-latest.tsx';
import { LastRequest } from './last-request.tsx';
import { Tries } from './overview-tries.tsx';

/** The state of the world, things to try, and how to connect a program. */
export function OverviewScreen() {
  return (
    <article class="detail overview">
      <div class="list-head">
        <h1>Overview</h1>
      </div>
      <h2 class="hidden">This world</h2>
      <p class="what-it-is">
        A simulator of the Phaxio and Sinch fax APIs: your program sends its faxes here, and no real fax goes out.
      </p>
      <Activity />
      <div class="detail-columns wide-first">
        <Tries />
        <div>
          <Part title="Your program">
            <p class="base-url">
              Base URL <code>{baseUrl()}</code> <Copy text={baseUrl()} what="the base URL" />{' '}
              <Link to={{ screen: 'connect', query: {} }}>Keys and snippets</Link>
            </p>
          </Part>
          <LastRequest />
          <Stories />
        </div>
      </div>
      <Latest />
    </article>
  );
}

/** The stories of the demo, by the filters that lead to them. */
const stories: readonly (readonly [text: string, query: Readonly<Record<string, string>>])[] = [
  ['A line that is always busy', { error: '17' }],
  ['A bad morning: nothing gets through', { error: '88' }],
  ['Referrals of a clinic', { 'tag[type]': 'referral' }],
  ['Billing sends invoices', { 'tag[department]': 'Billing' }],
  ['Received faxes: worn copies, caller names, codes', { direction: 'received' }],
];

/** The entry of the activity between the faxes of the fixture and what happened since; undefined for a world without it. */
async function beginningOf(signal: AbortSignal): Promise<string | undefined> {
  const input = { before: 1, limit: 1 };
  const { entries } = await ask<AnswerOf<'activity', 'list'>>('/activity/entries', { input, signal });
  return entries.find(({ id }) => id === 0)?.at;
}

/** The stories of a world that began with the demo: only there has each of them a fax of the beginning. */
function Stories() {
  const found = useResource(world.value, async (signal) => {
    const until = await beginningOf(signal);
    if (until === undefined) return undefined;
    const totals = stories.map(([, query]) => {
      const conditions = Object.entries(query).map(([name, value]) => [name.replace(/^tag/, 'tags'), value] as const);
      return ask<FaxList>('/faxes', { input: { ...Object.fromEntries(conditions), until, limit: 1 }, signal });
    });
    return { until, totals: (await Promise.all(totals)).map(({ total }) => total) };
  });
  if (found.data === undefined || found.data.totals.includes(0)) return null;
  const { until, totals } = found.data;
  return (
    <Part title="Stories to find">
      <ul class="stories">
        {stories.map(([text, query], index) => (
          <li key={text}>
            <Link to={{ screen: 'faxes', query: { ...query, until } }}>{text}</Link>{' '}
            <span class="muted">{totals[index]}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
