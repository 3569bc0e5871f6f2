import { signal } from '@preact/signals';
import { ApiError, ask, messageOf } from '../api.ts';
import { Badge } from './badge.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** Its subject, such as `clock`: a later message about that takes its place. */
  readonly about: string;
  readonly tone: 'good' | 'bad';
  /** The scenario that caused it, which its button switches off. */
  readonly scenario?: string | undefined;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** How many dialogs are open. The latest has the messages in it, since all beside it is inert. */
export const openDialogs = signal(0);

/** Shows a message for a while: the result of an action. Failures stay longer, and a message about the same is replaced. */
export const toast = (text: string, tone: Toast['tone'] = 'good', about = text): void => add({ text, tone, about });

/** Shows why an action failed. A scenario that refused it can be switched off at the message. */
export function toastFailure(error: unknown): void {
  const text = messageOf(error);
  add({ text, tone: 'bad', about: text, scenario: error instanceof ApiError ? error.scenario : undefined });
}

function add(added: Omit<Toast, 'id'>): void {
  const id = ++lastId;
  const others = toasts.value.filter(({ about, tone }) => about !== added.about || tone !== added.tone);
  toasts.value = [...others, { id, ...added }].slice(-4);
  setTimeout(() => dismiss(id), added.tone === 'bad' ? 12_000 : 5000);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((known) => known.id !== id);
}

const spoken = signal('');

/** Tells screen readers alone what sighted people see. */
export function say(text: string): void {
  spoken.value = text;
}

/** Takes back all messages: the action that they are about has succeeded now. */
export function clearToasts(): void {
  toasts.value = [];
}

async function switchOff(scenario: string): Promise<void> {
  await ask('/scenarios', { method: 'POST', input: { off: scenario } });
  toasts.value = toasts.value.filter((known) => known.scenario !== scenario);
}

/** The messages, in the page (level 0) or in the dialog that was opened so deep. */
export function Toasts({ level = 0 }: { readonly level?: number }) {
  if (openDialogs.value !== level) return null;
  return (
    <div class="toasts" role="status" aria-live="polite">
      <p class="hidden">{spoken.value}</p>
      {toasts.value.map(({ id, text, tone, scenario }) => (
        <div key={id} class={`toast ${tone}`}>
          <Badge tone={tone}>{tone === 'good' ? 'Done' : 'Failed'}</Badge>
          <p>{text}</p>
          {scenario !== undefined && (
            <button type="button" class="button" onClick={() => void switchOff(scenario).catch(toastFailure)}>
              Switch off
            </button>
          )}
          <button type="button" class="button quiet" onClick={() => dismiss(id)}>
            Dismiss
          </button>
        </div>
      ))}
    </div>
  );
}
