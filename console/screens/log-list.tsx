import type { ComponentChildren } from 'preact';
import type { LiveLog } from '../log.ts';
import { route } from '../router.ts';
import { FailedList } from '../ui/filters.tsx';
import { Loading } from '../ui/states.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { useListKeys } from './list-keys.ts';

const rowHeight = 56;

interface LogListProps<T extends { readonly id: number }> {
  /** Names the list with its filters. */
  readonly name: string;
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
export function LogList<T extends { readonly id: number }>({ name, log, items, noun, row, empty }: LogListProps<T>) {
  const { id } = route.value;
  useListKeys(items, noun);
  if (log.items.value === undefined) {
    return log.error.value === undefined ? (
      <Loading what={`${noun}s`} />
    ) : (
      <FailedList error={log.error.value} onRetry={log.reload} />
    );
  }
  if (items.length === 0) return <>{empty}</>;
  return (
    <VirtualList
      label={`${noun}s`}
      name={name}
      rows={items.length}
      rowHeight={rowHeight}
      chosen={id}
      items={items}
      row={(index) => {
        const item = items[index];
        return item === undefined ? null : row(item, String(item.id) === id);
      }}
    />
  );
}
