import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { pageLength } from '../log.ts';
import type { LiveLog } from '../log.ts';
import { route } from '../router.ts';
import { Button } from '../ui/button.tsx';
import { FailedList } from '../ui/filters.tsx';
import { Loading } from '../ui/states.tsx';
import { isOldestFirst } from '../ui/table.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { useListKeys } from './list-keys.ts';

interface LogListProps<T extends { readonly id: number }> {
  /** Names the list with its filters. */
  readonly name: string;
  readonly log: LiveLog<T>;
  /** The shown items, newest first. */
  readonly items: readonly T[];
  /** Word for an item: `request`. */
  readonly noun: string;
  readonly row: (item: T, isChosen: boolean) => ComponentChildren;
  /** Content in place of an empty list. */
  readonly empty: ComponentChildren;
}

interface LogCountProps {
  /** The number of loaded items; undefined before the first load. */
  readonly read: number | undefined;
  /** The number of loaded items that are shown. */
  readonly shown: number;
  /** The number of items in the world. */
  readonly total: number;
}

/** `98`, or `1,000 newest of 2,589` if not all are loaded. */
export function LogCount({ read, shown, total }: LogCountProps) {
  if (read === undefined) return null;
  const newest = `${read.toLocaleString('en')} newest of ${total.toLocaleString('en')}`;
  const isAll = shown === read;
  if (read >= total) return <small>{shown.toLocaleString('en')}</small>;
  return <small>{isAll ? newest : `${shown.toLocaleString('en')} in the ${newest}`}</small>;
}

/** The rows of a log in the order of the URL, with the keys that move through them. */
export function LogList<T extends { readonly id: number }>({ name, log, noun, row, empty, ...of }: LogListProps<T>) {
  const { id } = route.value;
  const isTurned = isOldestFirst.value;
  const items = useMemo(() => (isTurned ? of.items.toReversed() : of.items), [of.items, isTurned]);
  useListKeys(items, noun);
  if (log.items.value === undefined) {
    return log.error.value === undefined ? (
      <Loading what={`${noun}s`} />
    ) : (
      <FailedList error={log.error.value} onRetry={log.reload} />
    );
  }
  const older = Math.min(log.total.value - log.items.value.length, pageLength);
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <VirtualList
          label={`${noun}s`}
          name={isTurned ? `${name} oldest` : name}
          rows={items.length}
          chosen={id}
          items={items}
          row={(index) => {
            const item = items[index];
            return item === undefined ? null : row(item, String(item.id) === id);
          }}
        />
      )}
      {older > 0 && (
        <div class="older">
          <Button onClick={() => log.readOlder()}>{older.toLocaleString('en')} older</Button>
        </div>
      )}
    </>
  );
}
