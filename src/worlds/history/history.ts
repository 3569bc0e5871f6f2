import { blobsOf } from '../../model/domain/fax.ts';
import type { FetchedContent } from '../../service/operations/conversions.ts';
import type { MemoryChange } from '../../store/memory/memory.ts';
import { isIn } from '../../store/memory/store.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import type { JournalSpace } from '../journal/journal-space.ts';
import { NoteList } from './note-list.ts';
import { beganAt } from './step.ts';
import type { HistoryStep, StepSettings } from './step.ts';
import { isCommitted } from './step-change.ts';
import type { StepChange } from './step-change.ts';
import { bytesOf, keptPage, sizeOf, withoutLargeBody } from './note-sizes.ts';

/** A return to before a request: how many changes and steps stay, the id of that request, and the time in ms. */
interface Rewinding {
  readonly mark: number;
  readonly steps: number;
  readonly before: number;
  readonly at: number;
}

/** The notes of a world. */
export interface WorldNotes {
  readonly beginning: { readonly number: number; readonly action: string; readonly at: number } | undefined;
  readonly steps: Pick<NoteList<HistoryStep>, 'items' | 'numberAt' | 'timeAt' | 'indexAfter'>;
  readonly changes: Pick<NoteList<StepChange>, 'items' | 'numberAt' | 'timeAt' | 'indexAfter'>;
  /** The mark before the first of the changes. */
  readonly firstMark: number;
}

/**
 * The whole history of a world, in order: requests, control calls, and the changes that followed, the last of which
 * can be taken back. The oldest steps go first when the space is full that the histories of all worlds share.
 */
export class History {
  readonly #space: JournalSpace;
  readonly #files: Pick<SweptBlobs, 'sizeOf' | 'suspect'>;
  /** The files that changed records have named before, with the number of changes that cannot be taken back without them. */
  readonly #needed = new Map<string, { count: number; readonly bytes: number }>();
  readonly #steps = new NoteList<HistoryStep>();
  #circumstances: StepSettings = { speed: NaN, scenarios: [] };
  readonly #changes = new NoteList<StepChange>();
  #droppedSteps = 0;
  #droppedChanges = 0;
  #bytes = 0;
  #lastNumber = 0;
  readonly #watchers = new Set<() => void>();
  /** The latest change of a record: its time, and the mark before it. */
  #changedAt = NaN;
  #changedMark = -1;
  #isClosed = false;

  /** How the world took the place of another; undefined for the first one. */
  beginning: WorldNotes['beginning'];

  constructor(space: JournalSpace, files: Pick<SweptBlobs, 'sizeOf' | 'suspect'>) {
    this.#space = space;
    this.#files = files;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The steps that are left, in the order in which they ended; one whose response was held has its place when it came. */
  get steps(): readonly HistoryStep[] {
    return this.#steps.items;
  }

  /** How many older steps were dropped for want of space. */
  get dropped(): number {
    return this.#droppedSteps;
  }

  /** Whether it reaches back to the beginning of the world. */
  get isWhole(): boolean {
    return this.#droppedChanges === 0 && this.#droppedSteps === 0;
  }

  /** How many changes the world has seen. */
  get mark(): number {
    return this.#droppedChanges + this.#changes.length;
  }

  /** The mark before the first change that is left. */
  get firstMark(): number {
    return this.#droppedChanges;
  }

  /** The changes after a mark that are left, each with the mark before it. */
  changesSince(mark: number): readonly (readonly [mark: number, change: StepChange])[] {
    const first = Math.max(0, mark - this.#droppedChanges);
    return this.#changes.items.slice(first).map((change, index) => [this.#droppedChanges + first + index, change]);
  }

  /** The changes of records after a mark that are left. */
  commitsSince(mark: number): readonly Committed[] {
    return this.#changes.items.slice(Math.max(0, mark - this.#droppedChanges)).filter(isCommitted);
  }

  /** Everything that was noted, for the stream of activity. Numbers rise through both lists, and through resets. */
  get notes(): WorldNotes {
    const { beginning } = this;
    return { beginning, steps: this.#steps, changes: this.#changes, firstMark: this.#droppedChanges };
  }

  /** The number of the latest note, whether or not it says anything. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Takes note that this world replaced another, whose notes had numbers up to this one. */
  noteBeginning(action: string, { after, at }: { readonly after: number; readonly at: number }): void {
    this.#lastNumber = Math.max(this.#lastNumber, after) + 1;
    this.beginning = { number: this.#lastNumber, action, at };
    this.#tell();
  }

  /** Calls the watcher after each note, until the function that this returns is called. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Takes note of a change of the memory. */
  readonly noteMemory = (change: MemoryChange): void => this.#add(change, this.#changedAt);

  /** Takes note that work of the world was done, at a time in ms on its clock. */
  noteProgress(name: string, at: number): void {
    this.#add({ kind: 'progress', name, at }, at);
  }

  /** Takes note of the content that a fax got from URLs, at a time in ms on the world's clock. */
  noteFetches(faxId: number, fetched: readonly FetchedContent[], at: number): void {
    for (const { url, page } of fetched) this.#add({ kind: 'fetch', faxId, url, page: keptPage(page), at }, at);
  }

  /** Takes note that a rule fired for a fax as it was made, at a time in ms on the world's clock. */
  noteFired(rule: string, faxId: number, at: number): void {
    this.#add({ kind: 'fired', rule, faxId, at }, at);
  }

  /** Takes note of a change that was stored, at a time in ms on the world's clock. */
  noteChange(change: Committed, at: number): void {
    this.#changedAt = at;
    this.#changedMark = this.mark;
    this.#add(change, at);
  }

  /** Takes note of a request or a control call. */
  noteStep(ended: HistoryStep): HistoryStep {
    const step = withoutLargeBody(ended);
    if (this.#isClosed) return step;
    this.#steps.push(step, ++this.#lastNumber, beganAt(step));
    this.#take(sizeOf(step));
    this.#tell();
    return step;
  }

  /** Takes the end of a step that was noted while its response was held, at a time in ms on the world's clock. */
  replaceStep(before: HistoryStep, ended: HistoryStep, at: number): void {
    const index = this.#steps.items.lastIndexOf(before);
    if (this.#isClosed || index < 0) return;
    const step = withoutLargeBody(ended);
    this.#steps.replace(index, step);
    if (step.kind === 'request') this.#add({ kind: 'released', step, at }, at);
    this.#take(sizeOf(step) - sizeOf(before));
  }

  /**
   * The instant at which a step that began at a mark, and ends now, had its effect: a fast clock goes far until it is
   * answered.
   */
  effectAt(from: number, now: number): number {
    return this.#changedMark >= from ? this.#changedAt : now;
  }

  /** The present circumstances, as one object for all steps until it changes. */
  stepSettings(speed: number, scenarios: StepSettings['scenarios']): StepSettings {
    const last = this.#circumstances;
    if (last.speed === speed && last.scenarios === scenarios) return last;
    return (this.#circumstances = { speed, scenarios });
  }

  /** Whether a change that is left can be taken back only with this file. */
  names(blob: string): boolean {
    return this.#needed.has(blob);
  }

  /** Reverts all later changes of the memory, the last one first. The records are those of `recordsAt`. */
  rewind({ mark, steps, before: first, at }: Rewinding): void {
    const before = this.bytes;
    const lost = this.#changes.splice(mark - this.#droppedChanges);
    for (const change of lost.toReversed()) {
      if ('revert' in change) change.revert();
      this.#forget(change);
    }
    if (this.#changedMark >= mark) this.#changedMark = -1;
    for (const step of this.#steps.splice(steps)) this.#bytes -= sizeOf(step);
    this.#space.give(this, before - this.bytes);
    const faxIds = changedFaxes(lost);
    this.#add({ kind: 'rewound', before: first, faxIds, at }, at);
  }

  /** Drops its oldest steps until it has so many bytes less, or nothing. Returns how many they were. */
  dropOldest(bytes: number): number {
    const before = this.bytes;
    const enough = before - bytes;
    let count = 0;
    while (this.bytes > enough && (this.#steps.length > 0 || this.#changes.length > 0)) {
      count += this.#dropSteps(Math.ceil(this.#steps.length / 16));
    }
    this.#space.give(this, before - this.bytes);
    return count;
  }

  close(): void {
    this.#isClosed = true;
    this.dropOldest(Infinity);
  }

  #add(change: StepChange, at: number): void {
    if (this.#isClosed) return;
    this.#changes.push(change, ++this.#lastNumber, at);
    this.#take(bytesOf(change) + this.#keepLost(change));
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #take(bytes: number): void {
    this.#bytes += bytes;
    this.#space.take(this, bytes);
  }

  /** Keeps the files that a change has taken the name from. Returns how many bytes of memory that takes. */
  #keepLost(change: StepChange): number {
    let added = 0;
    for (const blob of lostIn(change)) {
      const known = this.#needed.get(blob);
      const bytes = known?.bytes ?? this.#files.sizeOf(blob);
      if (known === undefined) added += bytes;
      this.#needed.set(blob, { count: (known?.count ?? 0) + 1, bytes });
    }
    return added;
  }

  /** The change is not taken back any more. */
  #forget(change: StepChange): void {
    this.#bytes -= bytesOf(change);
    const lost = lostIn(change);
    for (const blob of lost) {
      const known = this.#needed.get(blob);
      if (known === undefined || --known.count > 0) continue;
      this.#needed.delete(blob);
      this.#bytes -= known.bytes;
    }
    if (lost.length > 0) this.#files.suspect(lost);
  }

  /** Drops the first steps, and the changes that none of the others began before. */
  #dropSteps(count: number): number {
    for (const step of this.#steps.splice(0, count)) this.#bytes -= sizeOf(step);
    this.#droppedSteps += count;
    const first = this.#steps.items.reduce((mark, { from }) => Math.min(mark, from), this.mark);
    const gone = this.#changes.splice(0, first - this.#droppedChanges);
    this.#droppedChanges += gone.length;
    for (const change of gone) this.#forget(change);
    return count;
  }
}

function lostIn(change: StepChange): readonly string[] {
  if (!isCommitted(change) || !isIn('faxes', change) || change.before === undefined) return none;
  const { before, record } = change;
  if (record?.sources === before.sources && record.document === before.document) return none;
  const remaining = new Set(record && blobsOf(record));
  return blobsOf(before).filter((blob) => !remaining.has(blob));
}

const none: readonly string[] = [];

/** The faxes that lose changes but stay, once these changes are taken back. */
function changedFaxes(lost: readonly StepChange[]): number[] {
  const faxes = lost.filter(isCommitted).filter((change) => isIn('faxes', change));
  const made = new Set(faxes.filter(({ before }) => before === undefined).map(({ key }) => key));
  return [...new Set(faxes.map(({ key }) => key))].filter((id) => !made.has(id));
}
