import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import type { LiveLog } from '../log.ts';
import { go, route } from '../router.ts';
import { Failed, Loading } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';

const rowHeight = 56;

interface LogListProps<T extends { readonly id: number }> {
  readonly log: LiveLog<T>;
  /** The items that are shown, of those that are read. */
  readonly items: readonly T[];
  /** One item in words: `request`. */
  readonly noun: string;
  readonly row: (item: T, isChosen: boolean) => ComponentChildren;
  /** In place of an empty list. */
  readonly empty: ComponentChildren;
}

/** The rows of a log, newest first, with the keys that move through them. */
export function LogList<T extends { readonly id: number }>({ log, items, noun, row, empty }: LogListProps<T>) {
  const { id } = route.value;
  const chosen = items.findIndex((item) => String(item.id) === id);
  useListKeys(items, noun);
  if (log.items.value === undefined) {
    return log.error.value === undefined ? (
      <Loading what={`${noun}s`} />
    ) : (
      <Failed error={log.error.value} onRetry={log.reload} />
    );
  }
  if (items.length === 0) return <>{empty}</>;
  return (
    <VirtualList
      label={`${noun}s`}
      rows={items.length}
      rowHeight={rowHeight}
      shown={chosen < 0 ? undefined : chosen}
      row={(index) => {
        const item = items[index];
        return item === undefined ? null : row(item, index === chosen);
      }}
    />
  );
}

function useListKeys(items: readonly { readonly id: number }[], noun: string): void {
  const { id } = route.value;
  const keys = useMemo(() => {
    const move = (by: number) => (): void => {
      const at = items.findIndex((item) => String(item.id) === id);
      const to = items[Math.min(Math.max(at + by, 0), items.length - 1)];
      if (to !== undefined) go({ id: String(to.id) }, { replace: id !== undefined });
    };
    return [
      { keys: 'j', meaning: `Next ${noun}`, run: move(1) },
      { keys: 'k', meaning: `Previous ${noun}`, run: move(-1) },
      {
        keys: 'Enter',
        meaning: `Go to the ${noun}`,
        run: () => document.querySelector<HTMLElement>('.split-detail h2')?.focus(),
      },
      { keys: 'Escape', meaning: `Close the ${noun}`, run: () => go({ id: undefined }) },
    ];
  }, [items, id, noun]);
  useKeys(keys);
}
