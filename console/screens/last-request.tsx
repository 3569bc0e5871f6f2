import { ask } from '../api.ts';
import type { AnswerOf } from '../api.ts';
import { now } from '../clock.ts';
import { agoText } from '../format.ts';
import { useResource } from '../resource.ts';
import { world } from '../router.ts';
import { Badge } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Part } from '../ui/split.tsx';
import { shortPath } from './request-target.ts';
import { responseStatus } from './request-words.ts';

/** The latest request of this world, as it comes. It shows whether the client has reached the simulator. */
export function LastRequest() {
  const found = useResource(
    world.value,
    async (signal) =>
      (await ask<AnswerOf<'requests', 'list'>>('/requests', { input: { limit: 100 }, signal })).requests,
    { changedBy: ({ kind }) => kind === 'request' },
  );
  const request = found.data?.findLast((one) => !one.is_of_console);
  return (
    <Part title="Does it arrive?">
      {request === undefined ? (
        <p class="muted">
          {found.data === undefined
            ? '…'
            : 'No request has arrived in this world yet. The first one appears here at once.'}
        </p>
      ) : (
        <p class="last-request">
          <Badge tone={responseStatus(request).tone}>{responseStatus(request).word}</Badge>{' '}
          <Link to={{ screen: 'requests', id: String(request.id) }}>
            <code>
              {request.method} {shortPath(request.path)}
            </code>
          </Link>{' '}
          <span class="muted">
            {request.user_agent}
            {now.value !== undefined && ` · ${agoText(request.at, now.value)}`}
          </span>
        </p>
      )}
    </Part>
  );
}
