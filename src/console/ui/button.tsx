import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import { toast } from './toast.tsx';

interface ButtonProps {
  readonly children?: ComponentChildren;
  readonly icon?: IconName;
  /** The name, where the button shows only an icon. */
  readonly label?: string;
  readonly title?: string;
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet';
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly isSubmit?: boolean;
  /** May take a while: the button is busy until the promise settles, and a failure becomes a toast. */
  readonly onClick?: () => unknown;
}

/** A button. */
export function Button(props: ButtonProps) {
  const {
    children,
    icon,
    label,
    title,
    kind = 'plain',
    isPressed,
    isDisabled = false,
    isSubmit = false,
    onClick,
  } = props;
  const isBusy = useMemo(() => signal(false), []);
  const click = async (): Promise<void> => {
    isBusy.value = true;
    try {
      await onClick?.();
    } catch (error) {
      toast(messageOf(error), 'bad');
    } finally {
      isBusy.value = false;
    }
  };
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={`button ${kind}${children === undefined ? ' icon-only' : ''}`}
      aria-label={label}
      title={title ?? label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      aria-busy={isBusy.value}
      onClick={onClick === undefined ? undefined : () => void click()}
    >
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  );
}
