import type { ComponentChildren } from 'preact';
import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { pluralize } from '../format.ts';
import { useOpenActions } from '../open-actions.ts';
import type { ScreenName } from '../routes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, FormDialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import type { Selection } from '../ui/selection.tsx';
import { toast } from '../ui/toast.tsx';

/** An action on each of the selected items. */
export interface ManyAction<T> {
  /** The button: `Delete`. */
  readonly name: string;
  /** The participle for the result: `deleted`. */
  readonly done: string;
  readonly isDanger?: boolean;
  /** Whether the action is possible for an item. */
  readonly takes: (item: T) => boolean;
  /** A sentence about the possible items: `Only faxes on their way can fail.`; undefined for all. */
  readonly limit?: string;
  /** The consequence for the items. */
  readonly meaning: string;
  /** Further fields of the dialog. */
  readonly fields?: ComponentChildren;
  readonly run: (item: T, form: FormData) => Promise<unknown>;
}

interface BarProps<T extends { readonly id: number }> {
  readonly selection: Selection<T>;
  /** `fax`. */
  readonly noun: string;
  /** The screen that shows an item. */
  readonly screen: ScreenName;
  /** The number of items in the list. */
  readonly total: number;
  /** Reads all items that match the filters, up to the limit. */
  readonly all: () => readonly T[] | Promise<readonly T[]>;
  readonly actions: readonly ManyAction<T>[];
}

/** The maximum number of selected items. */
const mostSelected = 1000;

/** An item for which the action failed, and why. */
interface Left {
  readonly id: number;
  readonly why: string;
}

interface Outcome {
  readonly title: string;
  readonly left: readonly Left[];
}

/** The actions on the selected items, each with a confirmation, and a list of the items for which it failed. */
export function SelectionBar<T extends { readonly id: number }>(props: BarProps<T>) {
  const { selection, noun, screen, total, all, actions } = props;
  const asked = useMemo(() => signal<ManyAction<T> | undefined>(undefined), []);
  const outcome = useMemo(() => signal<Outcome | undefined>(undefined), []);
  const items = [...(selection.items.value?.values() ?? [])];
  const most = Math.min(total, mostSelected);
  const allName = `${most < total ? 'Newest' : 'All'} ${most.toLocaleString('en')}`;
  const isAll = most > 0 && items.length >= most;
  const selectAll = async (): Promise<void> => {
    selection.set(isAll ? [] : (await all()).slice(0, mostSelected));
  };
  const usable = actions.filter(({ takes }) => items.some(takes));
  useOpenActions(
    usable.map((action) => ({
      name: `${action.name} ${pluralize(items.filter(action.takes).length, noun)}…`,
      run: () => (asked.value = action),
    })),
  );
  return (
    <div class="selection" role="group" aria-label={`Selected ${pluralize(2, noun).slice(2)}`}>
      <input
        type="checkbox"
        aria-label={allName}
        title={allName}
        checked={isAll}
        indeterminate={items.length > 0 && !isAll}
        onClick={() => void selectAll()}
      />
      <strong role="status">{items.length.toLocaleString('en')} selected</strong>
      {actions.map((action) => (
        <Button
          key={action.name}
          kind={action.isDanger === true ? 'danger' : 'plain'}
          isDisabled={!usable.includes(action)}
          onClick={() => (asked.value = action)}
        >
          {action.name}…
        </Button>
      ))}
      {asked.value !== undefined && (
        <ManyDialog
          {...{ selection, noun, items }}
          action={asked.value}
          onOutcome={(found) => (outcome.value = found)}
          onClose={() => (asked.value = undefined)}
        />
      )}
      {outcome.value !== undefined && (
        <OutcomeDialog {...{ noun, screen }} outcome={outcome.value} onClose={() => (outcome.value = undefined)} />
      )}
    </div>
  );
}

interface ManyDialogProps<T extends { readonly id: number }> {
  readonly selection: Selection<T>;
  readonly noun: string;
  readonly items: readonly T[];
  readonly action: ManyAction<T>;
  readonly onOutcome: (outcome: Outcome) => void;
  readonly onClose: () => void;
}

function ManyDialog<T extends { readonly id: number }>(props: ManyDialogProps<T>) {
  const { selection, noun, items, action, onOutcome, onClose } = props;
  const work = useMemo(() => ({ count: signal(0), stop: new AbortController() }), []);
  const able = items.filter(action.takes);
  const others = items.length - able.length;
  const run = async (form: FormData): Promise<void> => {
    const left = await runEach(able, (item) => action.run(item, form), work);
    const doneIds = able.map(({ id }) => id).filter((id) => !left.some((one) => one.id === id));
    const text = `${pluralize(doneIds.length, noun)} ${action.done}`;
    if (doneIds.length > 0) toast(others === 0 ? text : `${text}, ${others} left as before`);
    if (left.length > 0) onOutcome({ title: `${text}, ${left.length} not`, left });
    if (left.length + others === 0) selection.end();
    else selection.drop(doneIds);
  };
  const close = (): void => {
    work.stop.abort();
    onClose();
  };
  const title = `${action.name} ${pluralize(able.length, noun)}`;
  return (
    <FormDialog title={title} submit={title} isDanger={action.isDanger === true} onSubmit={run} onClose={close}>
      <p>{action.meaning}</p>
      {others > 0 && (
        <p>
          {action.limit} Of the {items.length} selected,{' '}
          {others === 1 ? '1 is left as it is.' : `${others} are left as they are.`}
        </p>
      )}
      {action.fields}
      {work.count.value > 0 && (
        <p role="status">
          <progress max={able.length} value={work.count.value} aria-label={title} /> {work.count.value} of {able.length}
        </p>
      )}
    </FormDialog>
  );
}

interface Work {
  readonly count: { value: number };
  readonly stop: AbortController;
}

/** Runs the action on one item after another. Resolves to the items for which it failed. */
async function runEach<T extends { readonly id: number }>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  { count, stop }: Work,
): Promise<readonly Left[]> {
  const left: Left[] = [];
  for (const item of items) {
    if (stop.signal.aborted) left.push({ id: item.id, why: 'not tried: the dialog was closed' });
    else await run(item).catch((error: unknown) => left.push({ id: item.id, why: messageOf(error) }));
    count.value++;
  }
  return left;
}

interface OutcomeProps {
  readonly noun: string;
  readonly screen: ScreenName;
  readonly outcome: Outcome;
  readonly onClose: () => void;
}

const mostShown = 50;

/** The dialog with the items for which the action failed, and the reasons. These items stay selected. */
function OutcomeDialog({ noun, screen, outcome: { title, left }, onClose }: OutcomeProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p class="fields">Those that are left stay selected.</p>
      <ul class="rows outcome">
        {left.slice(0, mostShown).map(({ id, why }) => (
          <li key={id}>
            <span>
              <Link to={{ screen, id: String(id) }}>
                {noun} {id}
              </Link>{' '}
              <span class="muted">{why}</span>
            </span>
          </li>
        ))}
        {left.length > mostShown && <li>and {left.length - mostShown} more</li>}
      </ul>
    </Dialog>
  );
}
