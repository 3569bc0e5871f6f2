import { signal } from '@preact/signals';
import { Badge } from './badge.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message for a while: the result of an action. Failures stay longer. */
export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  const id = ++lastId;
  toasts.value = [...toasts.value, { id, text, tone }].slice(-4);
  setTimeout(() => dismiss(id), tone === 'bad' ? 12_000 : 5000);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((known) => known.id !== id);
}

/** Takes back all messages: the action that they are about has succeeded now. */
export function clearToasts(): void {
  toasts.value = [];
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, tone }) => (
        <div key={id} class={`toast ${tone}`}>
          <Badge tone={tone}>{tone === 'good' ? 'Done' : 'Failed'}</Badge>
          <p>{text}</p>
          <button type="button" class="button quiet" onClick={() => dismiss(id)}>
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
