import { useMemo } from 'preact/hooks';
import { ApiError, fetchOf } from './api.ts';
import { useResource } from './resource.ts';
import type { Resource } from './resource.ts';
import { Link } from './ui/link.tsx';

export interface GuideEntry {
  /** The id in URLs: `webhooks`. */
  readonly id: string;
  readonly summary: string;
}

/** All guides of the package, from the list that the simulator serves as text. */
export function useGuides(): Resource<readonly GuideEntry[]> {
  const list = useResource('guides', (signal) => guideText('', signal));
  const data = useMemo(() => {
    const lines = list.data?.matchAll(/^ {2}([a-z][\w-]*) {2,}([^ ].*)$/gm);
    return lines && [...lines].map(([, id = '', summary = '']) => ({ id, summary }));
  }, [list.data]);
  return { ...list, data };
}

/** A guide as Markdown; without a name, the list of guides. Rejects with an ApiError. */
export async function guideText(name: string, signal?: AbortSignal): Promise<string> {
  const response = await fetchOf(null, `/docs${name === '' ? '' : `/${encodeURIComponent(name)}`}`, {
    signal: signal ?? null,
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new ApiError(`There is no guide ${name}`, response.status);
}

/** The most used guides. */
const often = ['testing', 'clients', 'webhooks', 'scenarios', 'control'];

export const GuideLinks = () => (
  <p>
    Guides:{' '}
    {often.map((id) => (
      <>
        <Link to={{ screen: 'guides', id, query: {} }}>{id}</Link>
        {', '}
      </>
    ))}
    <Link to={{ screen: 'guides', id: undefined, query: {} }}>all</Link>
  </p>
);
