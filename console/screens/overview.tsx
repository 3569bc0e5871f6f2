import type { FaxList } from '../../src/control/client/named-types.ts';
import { ask, baseUrl } from '../api.ts';
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

/** The stories whose faxes exist in this world. */
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
        {stories
          .map(([text, query], index) => ({ text, query, total: found.data?.[index] ?? 0 }))
          .filter(({ total }) => total > 0)
          .map(({ text, query, total }) => (
            <li key={text}>
              <Link to={{ screen: 'faxes', query }}>{text}</Link> <span class="muted">{total}</span>
            </li>
          ))}
      </ul>
    </Part>
  );
}
