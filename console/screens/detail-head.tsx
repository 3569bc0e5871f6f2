import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScreenRoute } from '../routes.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';

interface DetailHeadProps {
  readonly title: string;
  readonly status?: ComponentChildren;
  /** The target of the back link. Default: the list with its filters. */
  readonly back?: Partial<ScreenRoute>;
  /** The line below the title. */
  readonly children?: ComponentChildren;
}

/** The head of a detail. On narrow screens, where the detail replaces the list, it gets the focus. */
export function DetailHead({ title, status, back = { id: undefined }, children }: DetailHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (matchMedia('(max-width: 899px)').matches) heading.current?.focus();
  }, []);
  return (
    <header class="detail-head">
      <Link to={back} class="back" title="Back to the list">
        <Icon name="back" />
        <span class="hidden">Back to the list</span>
      </Link>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {children !== undefined && <p class="muted">{children}</p>}
      </div>
      {status !== undefined && <div class="detail-status">{status}</div>}
    </header>
  );
}
