import type { ComponentChildren } from 'preact';
import { go, placeAt } from '../router.ts';
import { urlOf } from '../routes.ts';
import type { ScreenRoute } from '../routes.ts';

interface LinkProps {
  readonly to: Partial<ScreenRoute>;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly tabIndex?: number | undefined;
  readonly children: ComponentChildren;
}

/** A link to a route in the console. A click stays on the page; the other ways to open a link work too. */
export function Link({ to, class: className, title, isCurrent, tabIndex, children }: LinkProps) {
  const onClick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <a
      href={urlOf(placeAt(to))}
      class={className}
      title={title}
      tabIndex={tabIndex}
      onClick={onClick}
      aria-current={isCurrent === true ? 'page' : undefined}
    >
      {children}
    </a>
  );
}
