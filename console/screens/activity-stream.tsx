import { computed } from '@preact/signals';
import { Fragment } from 'preact';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { activityText, beginningText, isBefore, programForm } from '../../src/model/shared/activity-text.ts';
import { now } from '../clock.ts';
import { exactTime, fullZoneName, zonedText } from '../format.ts';
import { useKeys } from '../keys.ts';
import { route, setQuery, world } from '../router.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { FailedList, Filters, isFiltered } from '../ui/filters.tsx';
import type { FilterField } from '../ui/filter-fields.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Loading, NoMatch } from '../ui/states.tsx';
import { windowWidth } from '../ui/table.tsx';
import { rowHeight, VirtualList } from '../ui/virtual-list.tsx';
import { pageLength, readAll, useActivity } from './activity-log.ts';
import type { ActivityLog, Entry } from './activity-log.ts';
import { heightsOf, styleOf } from './activity-heights.ts';
import { ActivityRow, daysClass } from './activity-row.tsx';
import { keepOrder } from './activity-order.ts';
import { copyable, entryKinds } from './activity-words.ts';

const filters: readonly FilterField[] = [
  { name: 'kind', label: 'Kind', choices: entryKinds },
  { name: 'tone', label: 'Result', choices: { bad: 'Went wrong', good: 'Went well' }, wrong: 'bad' },
  { name: 'fax', label: 'Fax', placeholder: '1001' },
  { name: 'number', label: 'Number', placeholder: '+1 202 555 0123' },
  { name: 'since', label: 'Since', isTime: true },
  { name: 'until', label: 'Until', isTime: true },
];

/** The conditions of the list, by the names of the control API. */
type Conditions = Readonly<Record<string, string | undefined>>;

/** The kinds with a button above the list; the filter menu has the others. */
const usualKinds = {
  '': 'All',
  request: 'Requests',
  fax: 'Faxes',
  webhook: 'Webhooks',
  rule: 'Rules',
  control: 'Control',
  clock: 'Clock',
} as const;

const FirstActivity = lazy('the first steps', async () => (await import('./first-steps.tsx')).FirstActivity);

/**
 * Everything that happened in the world, in one ordered stream: requests, faxes, webhooks, rules, settings and moves of the clock.
 */
export function ActivityScreen() {
  const { query } = route.value;
  const { q, order } = query;
  const asked = filters.map(({ name }) => [name, query[name]] as const);
  const conditions: Conditions = { ...Object.fromEntries(asked), search: q };
  const key = JSON.stringify(conditions);
  const log = useActivity(`${world.value} ${key}`, conditions);
  const all = log.entries.value;
  const isTurned = showsOldestFirst();
  const shown = useMemo(() => inOrder(all ?? []), [all, isTurned]);
  return (
    <div class={`stream${daysClass(shown)}`}>
      <Head log={log} shown={shown} conditions={conditions} />
      {(all?.length !== 0 || log.hasOlder.value || isFiltered()) && <Choices />}
      <BeforeTheWorld beganAt={log.beganAt.value} />
      <Rows log={log} shown={shown} name={`${world.value} ${key} ${order ?? ''}`} isOldestFirst={isTurned} />
    </div>
  );
}

/** A note for a span of time that begins before the world: from when on the world has activity. */
function BeforeTheWorld({ beganAt }: { readonly beganAt: string | undefined }) {
  const { since = '' } = route.value.query;
  if (beganAt === undefined || !isBefore(since, beganAt)) return null;
  return <p class="note">{beginningText(zonedText(beganAt))} Open a fax for its timeline.</p>;
}

/** The search, the filters and the buttons of the usual kinds. */
function Choices() {
  const { query } = route.value;
  const { tone } = query;
  return (
    <>
      <Filters filters={filters} searchLabel="Search the activity" placeholder="Number, error, path, rule, id" />
      <div class="segments wrap" role="group" aria-label="Kind">
        {Object.entries(usualKinds).map(([kind, word]) => (
          <Fragment key={kind}>
            <Button
              kind="quiet"
              isPressed={kind === (query['kind'] ?? '') && (kind !== '' || tone === undefined)}
              onClick={() => setQuery(kind === '' ? { kind, tone: '' } : { kind }, { replace: true })}
            >
              {word}
            </Button>
            {kind === '' && <WentWrong tone={tone} />}
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** The most urgent choice stands beside All, where a phone shows it. */
const WentWrong = ({ tone }: { readonly tone: string | undefined }) => (
  <Button
    kind="quiet"
    isPressed={tone === 'bad'}
    onClick={() => setQuery({ tone: tone === 'bad' ? '' : 'bad' }, { replace: true })}
  >
    Went wrong
  </Button>
);

interface HeadProps {
  readonly log: ActivityLog;
  readonly shown: readonly Entry[];
  readonly conditions: Conditions;
}

function Head({ log, shown, conditions }: HeadProps) {
  const count = shown.length.toLocaleString('en');
  return (
    <div class="list-head">
      <h1>
        Activity <small>{log.entries.value === undefined ? '' : log.hasOlder.value ? `${count} newest` : count}</small>
      </h1>
      {shown.length > 0 && <OfList {...{ shown, conditions }} beganAt={log.beganAt.value} />}
    </div>
  );
}

/** The order of the list, and the list as text. */
function OfList({ shown, ...head }: Omit<HeadProps, 'log'> & TextHead) {
  const isTurned = showsOldestFirst();
  return (
    <>
      <Button
        icon={isTurned ? 'down' : 'up'}
        title="Turn the order of the list round"
        onClick={() => {
          keepOrder(isTurned ? '' : 'oldest');
          setQuery({ order: isTurned ? '' : 'oldest' });
        }}
      >
        {isTurned ? 'Oldest first' : 'Newest first'}
      </Button>
      <Copy what="the entries of the list" isShort text={() => textOf(shown, head, shownForm())}>
        Copy
      </Copy>
      <Button
        icon="file"
        isShort
        title="Save all entries that match as text, also those that are not loaded"
        onClick={() => save(head)}
      >
        Export
      </Button>
    </>
  );
}

/** The list as the head of its text describes it. */
interface TextHead {
  readonly conditions: Conditions;
  /** The time at which the world began; undefined until it is known. */
  readonly beganAt: string | undefined;
}

type Form = Parameters<typeof activityText<Entry>>[2] & {};

/** Times and numbers as the page shows them, and the names of scenarios as commands read them. */
const shownForm = (): Form => ({ zone: fullZoneName(now.value), timeText: exactTime, summaryOf: copyable });

/** Entries in a text. In the form for programs, it is the one that the control API returns for the same conditions. */
function textOf(entries: readonly Entry[], { conditions, beganAt }: TextHead, form: Form = programForm): string {
  const { search, since, until, ...others } = conditions;
  const timeIn = (time: string | undefined) => time && form.timeText(new Date(time).toISOString());
  const filter = {
    ...others,
    search: search === undefined ? undefined : JSON.stringify(search),
    since: timeIn(since),
    until: timeIn(until),
  };
  const order = showsOldestFirst() ? 'oldest' : 'newest';
  return activityText(entries, { world: world.value, filter, order, beganAt }, form);
}

const showsOldestFirst = (): boolean => route.value.query['order'] === 'oldest';

/** Entries in the order that the page shows. */
const inOrder = (entries: readonly Entry[]): readonly Entry[] => (showsOldestFirst() ? entries : entries.toReversed());

async function save(head: TextHead): Promise<void> {
  const text = textOf(inOrder(await readAll(head.conditions)), head);
  saveFile(new Blob([text], { type: 'text/plain' }), `activity-${world.value}.txt`);
}

/** The height of a row in px where each is one line. */
const streamRow = computed(() => (rowHeight.value === 36 ? 30 : rowHeight.value));

interface RowsProps {
  readonly log: ActivityLog;
  readonly shown: readonly Entry[];
  readonly name: string;
  readonly isOldestFirst: boolean;
}

function Rows({ log, shown, name, isOldestFirst }: RowsProps) {
  useRowKeys();
  const heights = useMemo(() => heightsOf(shown, windowWidth.value), [shown, windowWidth.value]);
  if (log.error.value !== undefined) return <FailedList error={log.error.value} onRetry={log.reload} />;
  if (log.entries.value === undefined) return <Loading what="the activity" />;
  if (shown.length === 0 && !log.hasOlder.value) return <NoEntries />;
  const older: ComponentChildren = log.hasOlder.value && (
    <div class="older">
      <Button onClick={() => log.readOlder()}>{pageLength.toLocaleString('en')} older</Button>
    </div>
  );
  return (
    <>
      {isOldestFirst && older}
      <VirtualList
        label="Activity"
        name={name}
        rows={shown.length}
        height={streamRow.value}
        heights={heights}
        chosen={undefined}
        items={shown}
        row={(index) => (
          <ActivityRow key={index} entry={shown[index]} before={shown[index - 1]} style={styleOf(heights?.[index])} />
        )}
      />
      {!isOldestFirst && older}
    </>
  );
}

const NoEntries = () =>
  isFiltered() ? (
    <NoMatch title={isTurnedRound() ? 'Until is before Since' : 'Nothing matches'} all="all activity" />
  ) : (
    <FirstActivity />
  );

/** Whether the chosen time ends before it begins. */
function isTurnedRound(): boolean {
  const { since = '', until = '' } = route.value.query;
  return Date.parse(until) < Date.parse(since);
}

/** Moves the focus through the rows by arrow keys, `j` and `k`; Home and End scroll to the ends. */
function useRowKeys(): void {
  const keys = useMemo(
    () => [
      { keys: 'j', meaning: 'Next entry, as ↓', run: () => focusBeside(1) },
      { keys: 'k', meaning: 'Previous entry, as ↑', run: () => focusBeside(-1) },
      { keys: 'ArrowDown', meaning: '', run: () => focusBeside(1) },
      { keys: 'ArrowUp', meaning: '', run: () => focusBeside(-1) },
      { keys: 'Home', meaning: 'Begin of the list', run: () => scrollTo(0) },
      { keys: 'End', meaning: 'End of the list', run: () => scrollTo(Number.MAX_SAFE_INTEGER) },
    ],
    [],
  );
  useKeys(keys);
}

/** Moves the focus to a row beside the focused one; without one, to the row that Tab would reach. */
function focusBeside(by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('.stream-row a')];
  const at = links.findIndex((link) => link === document.activeElement);
  const stop = links.find(({ tabIndex }) => tabIndex === 0) ?? links[0];
  const link = at < 0 ? stop : links[at + by];
  link?.focus();
}

const scrollTo = (top: number): void => document.querySelector('.stream .virtual-list')?.scrollTo({ top });
