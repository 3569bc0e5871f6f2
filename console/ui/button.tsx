import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { lostSince } from '../live.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { toastFailure } from './toast.tsx';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** The name of a button that shows only an icon. */
  readonly label?: string;
  readonly title?: string;
  readonly class?: string;
  /** Shows only the icon if the line of the title is narrow. The name stays for screen readers. */
  readonly isShort?: boolean;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly isPressed?: boolean;
  /** The button keeps the focus but does nothing, not even on Enter in a form. Without the focus, keys would reach the page. */
  readonly isDisabled?: boolean;
  readonly isSubmit?: boolean;
  /**
   * The button works on this page alone, so it stays enabled while the simulator does not answer. Quiet buttons are
   * local by default.
   */
  readonly isLocal?: boolean;
  /** Each click counts, also the second one of a double click: two clicks move the clock by two steps. */
  readonly isStep?: boolean;
  /** May return a promise: the button is busy and locked until it settles, and a failure becomes a toast. */
  readonly onClick?: () => unknown;
}

/** The longest time between the two clicks of a double click, in ms. */
const doubleClickMs = 500;

/** When a button last began some work, such as a request. */
let workBeganAt = -Infinity;

/** Whether this is the second click of a double click that began some work. It may hit the button that has taken the place of the first. */
const isSecond = ({ detail, timeStamp }: MouseEvent): boolean => detail > 1 && timeStamp - workBeganAt < doubleClickMs;

/** A button. */
export function Button(props: ButtonProps) {
  const {
    children,
    label,
    title,
    class: className = '',
    kind = 'plain',
    isPressed,
    isSubmit = false,
    isLocal = kind === 'quiet',
    isStep = false,
    onClick,
  } = props;
  const isInert = !isLocal && lostSince.value !== undefined;
  const isDisabled = props.isDisabled === true || isInert;
  const isBusy = useMemo(() => signal(false), []);
  const click = async (event: MouseEvent): Promise<void> => {
    if (isDisabled || (!isStep && (isBusy.value || isSecond(event)))) {
      event.preventDefault();
      return;
    }
    isBusy.value = true;
    try {
      const work = onClick?.();
      if (isSubmit || work instanceof Promise) workBeganAt = event.timeStamp;
      await work;
    } catch (error) {
      toastFailure(error);
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={`button ${kind}${children === undefined ? ' icon-only' : ''} ${className}`.trim()}
      aria-label={label}
      title={isInert ? 'The simulator does not answer' : (title ?? label)}
      aria-pressed={isPressed}
      aria-disabled={isDisabled}
      aria-busy={isBusy.value}
      onClick={(event) => void click(event)}
    >
      <Content {...props} />
    </button>
  );
}

const Content = ({ icon, isShort, children }: ButtonProps) => (
  <>
    {icon !== undefined && <Icon name={icon} />}
    {isShort === true ? <span class="word">{children}</span> : children}
  </>
);
