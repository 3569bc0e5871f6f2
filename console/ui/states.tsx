import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { go } from '../router.ts';
import { Button } from './button.tsx';

/** Takes the place of data that are on their way. */
export function Loading({ what }: { readonly what: string }) {
  return (
    <p class="state" role="status">
      Loading {what}…
    </p>
  );
}

/** Takes the place of data that could not be read. */
export function Failed({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }) {
  return (
    <div class="state failed" role="alert">
      <p>{error.message}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  /** `h1` where it stands in place of a whole screen. */
  readonly heading?: 'h1' | 'h2';
  readonly children?: ComponentChildren;
}

/** The text in place of an empty list: its usual content, and the way to get it. */
export function Empty({ title, heading: Heading = 'h2', children }: EmptyProps) {
  return (
    <div class="state empty">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** The text in place of a list whose filters leave nothing, and a button that drops the filters. */
export const NoMatch = ({ title, all }: { readonly title: string; readonly all: string }) => (
  <Empty title={title}>
    <Button onClick={() => go({ query: {} })}>Show {all}</Button>
  </Empty>
);
