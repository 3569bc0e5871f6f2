import { signal } from '@preact/signals';
import { ApiError, ask, messageOf } from '../api.ts';
import type { ScreenRoute } from '../routes.ts';
import { Badge } from './badge.tsx';
import { Link } from './link.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  /** The subject, such as `clock`. A later message about the same subject replaces this one. */
  readonly about: string;
  /** `waiting` for an action whose result comes later, in a message about the same subject. */
  readonly tone: 'good' | 'bad' | 'waiting';
  /** The scenario that caused the failure. A button of the message switches it off. */
  readonly scenario?: string | undefined;
  /** The number of dialogs that were open when the message came. */
  readonly level: number;
  /** The place that the message leads to, or what its button does. */
  readonly next?: ToastLink | ToastAction | undefined;
}

interface ToastLink {
  readonly word: string;
  readonly to: Partial<ScreenRoute>;
}

interface ToastAction {
  readonly word: string;
  readonly run: () => Promise<unknown>;
}

const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/** The number of open dialogs. New messages are shown in the latest dialog, because everything outside of it is inert. */
export const openDialogs = signal(0);

/** Shows the result of an action for a while. Failures stay longer. A message about the same subject is replaced. */
export const toast = (text: string, tone: Toast['tone'] = 'good', about = text, next?: Toast['next']): void =>
  add({ text, tone, about, next });

/** Shows why an action failed. If a scenario refused it, a button of the message switches the scenario off. */
export function toastFailure(error: unknown): void {
  const text = messageOf(error);
  add({ text, tone: 'bad', about: text, scenario: error instanceof ApiError ? error.scenario : undefined });
}

function add(added: Omit<Toast, 'id' | 'level'>): void {
  const id = ++lastId;
  const isReplaced = ({ about, tone }: Toast): boolean =>
    about === added.about && (tone === added.tone || tone === 'waiting');
  toasts.value = [
    ...toasts.value.filter((known) => !isReplaced(known)),
    { id, level: openDialogs.peek(), ...added },
  ].slice(-4);
  setTimeout(() => dismiss(id), msOf(added));
}

/** How long a message is shown. That of a waiting action ends with its result. */
const shownMs: Readonly<Record<Toast['tone'], number>> = { good: 5000, bad: 12_000, waiting: 30_000 };
/** How long a message is shown that can undo its action, and at least one with a link. */
const undoneMs = 30_000;
const linkMs = 10_000;

const msOf = ({ tone, next }: Pick<Toast, 'tone' | 'next'>): number => {
  if (next === undefined) return shownMs[tone];
  return 'run' in next ? undoneMs : Math.max(linkMs, shownMs[tone]);
};

const words: Readonly<Record<Toast['tone'], string>> = { good: 'Done', bad: 'Failed', waiting: 'Waiting' };

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((known) => known.id !== id);
}

const spoken = signal('');

/** Tells screen readers alone something that sighted users see anyway. */
export function say(text: string): void {
  spoken.value = text;
}

/** Removes all messages, because their action has now succeeded. */
export function clearToasts(): void {
  toasts.value = [];
}

function run(id: number, action: ToastAction): void {
  dismiss(id);
  void action.run().catch(toastFailure);
}

async function switchOff(scenario: string): Promise<void> {
  await ask('/scenarios', { method: 'POST', input: { off: scenario } });
  toasts.value = toasts.value.filter((known) => known.scenario !== scenario);
}

/**
 * The latest message of the page (level 0), or of the dialog at that level of nesting: two would cover too much. A message stays
 * in its place while a dialog opens over it.
 */
export function Toasts({ level = 0 }: { readonly level?: number }) {
  const open = openDialogs.value;
  if (open < level) return null;
  const shown = toasts.value.filter((known) => Math.min(known.level, open) === level).slice(-1);
  return (
    <div class="toasts" role="status" aria-live="polite">
      <p class="hidden">{open === level && spoken.value}</p>
      {shown.map(({ id, text, tone, scenario, next }) => (
        <div key={id} class={`toast ${tone}`}>
          <Badge tone={tone}>{words[tone]}</Badge>
          <p>
            {text}
            {next !== undefined && 'to' in next && (
              <span onClick={() => dismiss(id)}>
                {' '}
                <Link to={next.to}>{next.word}</Link>
              </span>
            )}
          </p>
          {next !== undefined && 'run' in next && (
            <button type="button" class="button" onClick={() => run(id, next)}>
              {next.word}
            </button>
          )}
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
