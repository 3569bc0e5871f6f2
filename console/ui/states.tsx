import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { lostSince } from '../live.ts';
import { go } from '../router.ts';
import { Button } from './button.tsx';

/** Shown in place of data that is loading. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="state" role="status">
      Loading {what}…
    </p>
  );
}

/** Shown in place of data that could not be read. Without a connection, the page tries again by itself. */
export function Failed({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }) {
  return (
    <div class="state failed" role="alert">
      <p>{error.message}</p>
      {onRetry !== undefined && lostSince.value === undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** `h1` if it is shown in place of a whole screen. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ComponentChildren;
}

/** The text in place of an empty list: what the list usually contains, and how to fill it. */
export function Empty({ title, heading: Heading = 'h2', children }: EmptyProps) {
  return (
    <div class="state empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

interface NoMatchProps extends Pick<EmptyProps, 'title' | 'children'> {
  /** The whole list: `all faxes`. */
  readonly all: string;
}

/** The text in place of a list without matches, and a button that removes the filters. */
export const NoMatch = ({ title, all, children }: NoMatchProps) => (
  <Empty title={title}>
    {children}
    <Button onClick={() => go({ query: {} })}>Show {all}</Button>
  </Empty>
);
