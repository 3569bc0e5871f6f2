import type { FetchedContent } from '../../service/operations/conversions.ts';
import type { MemoryChange } from '../../store/memory/memory.ts';
import type { Committed } from '../../store/memory/store.ts';
import type { SweptBlobs } from '../../store/memory/swept-blobs.ts';
import { shortened } from '../journal/entry.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { HistorySpace } from './history-space.ts';
import { NeededFiles } from './needed-files.ts';
import { NoteList } from './note-list.ts';
import { beganAt } from './step.ts';
import type { HistoryStep, RequestStep, StepSettings } from './step.ts';
import { changedFaxes, isCommitted, isRequest, isStep } from './step-change.ts';
import type { FiredRule, Judged, Note, Progress, StepChange } from './step-change.ts';
import { bytesOf, entryBytes, keptPage, replayBytes } from './note-sizes.ts';
import { RequestList } from './request-list.ts';

/** A rewind to before a request: the mark of the changes that stay, the id of the request, and the time in ms. */
interface Rewinding {
  readonly mark: number;
  readonly before: number;
  readonly at: number;
}

/** The minimum share of a history's memory for steps and changes; requests have the rest. */
const replayShare = 1 / 5;

/**
 * Everything that happened to a world, in order: requests, control calls, and the resulting changes, the latest of which can be
 * reverted. When the memory is full, the oldest steps and changes are dropped first; their requests stay for the journal.
 */
export class History {
  readonly #space: HistorySpace;
  readonly #needed: NeededFiles;
  readonly #requests = new RequestList();
  readonly #notes = new NoteList<Note>();
  #circumstances: StepSettings = { speed: NaN, scenarios: [] };
  #dropped = 0;
  #mark = 0;
  #firstMark = 0;
  #bytes = 0;
  /** The bytes that only a rewind or a replay needs. */
  #replayBytes = 0;
  #lastNumber = 0;
  readonly #watchers = new Set<() => void>();
  /** The latest change of a record: its time, and the mark before it. */
  #changedAt = NaN;
  #changedMark = -1;
  #isClosed = false;

  /** How the world replaced another one, in ms on its clock; undefined for the first world. */
  beginning: { readonly number: number; readonly action: string; readonly at: number } | undefined;

  constructor(space: HistorySpace, files: Pick<SweptBlobs, 'sizeOf' | 'suspect'>) {
    this.#space = space;
    this.#needed = new NeededFiles(files);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The remaining requests, even those whose steps were dropped. */
  get requests(): Pick<RequestList, 'lastId' | 'firstId' | 'get' | 'after'> {
    return this.#requests;
  }

  /** The remaining steps, in the order of their ends. A held request has its place from its arrival. */
  get steps(): readonly HistoryStep[] {
    return this.#notes.items.filter(isStep);
  }

  /** The number of steps and changes dropped for lack of memory. The history then begins later than the world. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the latest change; 0 before the first. */
  get mark(): number {
    return this.#mark;
  }

  /** The mark before the first remaining change. */
  get firstMark(): number {
    return this.#firstMark;
  }

  /** The remaining changes after a mark, each with the mark before it and its time in ms. */
  changesSince(mark: number): readonly (readonly [mark: number, change: StepChange, at: number])[] {
    const changes: [number, StepChange, number][] = [];
    let before = Math.max(mark, this.#firstMark);
    const first = this.#notes.indexAfter(mark);
    for (const [index, note] of this.#notes.items.slice(first).entries()) {
      if (isStep(note)) continue;
      changes.push([before, note, this.#notes.timeAt(first + index)]);
      before = this.#notes.numberAt(first + index);
    }
    return changes;
  }

  /** The remaining changes of records after a mark. */
  commitsSince(mark: number): readonly Committed[] {
    return this.#notes.items.slice(this.#notes.indexAfter(mark)).filter(isCommitted);
  }

  /** Everything that was noted, in order. The numbers rise through resets. */
  get notes(): Pick<NoteList<Note>, 'items' | 'numberAt' | 'timeAt' | 'indexAfter'> {
    return this.#notes;
  }

  /** The number of the latest note, whether or not it says anything. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  /** Notes that this world replaced another one, whose notes had numbers up to `after`. */
  noteBeginning(action: string, { after, at }: { readonly after: number; readonly at: number }): void {
    this.#lastNumber = Math.max(this.#lastNumber, after) + 1;
    this.beginning = { number: this.#lastNumber, action, at };
    this.#tell();
  }

  /** Calls the watcher after each note. Returns a function that stops this. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Notes a change of the memory. */
  readonly noteMemory = (change: MemoryChange): void => this.#add(change, this.#changedAt);

  /** Notes the content that a fax got from URLs, at a time in ms on the world's clock. */
  noteFetches(faxId: number, fetched: readonly FetchedContent[], at: number): void {
    for (const { url, page } of fetched) this.#add({ kind: 'fetch', faxId, url, page: keptPage(page), at }, at);
  }

  /** Notes work of the world, a rule that fired for a fax, or a verdict. */
  noteEvent(event: Progress | FiredRule | Judged): void {
    this.#add(event, event.at);
  }

  /** Notes a stored change, at a time in ms on the world's clock. */
  noteChange(change: Committed, at: number): void {
    this.#changedAt = at;
    this.#changedMark = this.mark;
    this.#add(change, at);
  }

  /** Notes a request or a control call. A request must have the next id. */
  noteStep(step: HistoryStep): void {
    if (this.#isClosed) return;
    if (step.kind === 'request') this.#requests.add(step);
    this.#notes.push(step, ++this.#lastNumber, beganAt(step));
    this.#take(step.kind === 'request' ? entryBytes(step) : 0, replayBytes(step));
    this.#tell();
  }

  /** Notes a request only for the journal. It must have the next id. */
  noteAlone(entry: JournalEntry): void {
    if (this.#isClosed) return;
    this.#requests.add(entry);
    this.#take(entryBytes(entry), 0);
  }

  /** Notes the response of a held request, at a time in ms on the world's clock. */
  noteRelease(held: RequestStep, step: RequestStep, at: number): void {
    const before = this.#requests.get(held.id);
    if (this.#isClosed || before === undefined) return;
    const index = this.#notes.items.lastIndexOf(held);
    const entry = index < 0 ? shortened(step) : step;
    this.#requests.replace(entry);
    if (index >= 0) this.#notes.replace(index, step);
    this.#take(entryBytes(entry) - entryBytes(before), index < 0 ? 0 : replayBytes(step) - replayBytes(held));
    if (index >= 0) this.#add({ kind: 'released', step, at }, at);
  }

  /** The time at which a step took effect that began at the mark `from`. Until its response, at `now`, a fast clock moves on. */
  effectAt(from: number, now: number): number {
    return this.#changedMark >= from ? this.#changedAt : now;
  }

  /** The current settings, as one object that steps share until a setting changes. */
  stepSettings(speed: number, scenarios: StepSettings['scenarios']): StepSettings {
    const last = this.#circumstances;
    if (last.speed === speed && last.scenarios === scenarios) return last;
    return (this.#circumstances = { speed, scenarios });
  }

  /** Whether reverting a remaining change needs this file. */
  names(blob: string): boolean {
    return this.#needed.has(blob);
  }

  /** Reverts all later changes of the memory, the last one first. The records are those of `recordsAt`. */
  rewind({ mark, before: first, at }: Rewinding): void {
    const before = this.bytes;
    const notes = this.#notes;
    const step = notes.numberAt(notes.items.findIndex((note) => isRequest(note) && note.id === first));
    const lost = notes.remove(notes.indexAfter(mark), Infinity, (note, number) => !isStep(note) || number >= step);
    for (const note of lost.toReversed()) {
      if ('revert' in note) note.revert();
      this.#forget(note);
    }
    this.#mark = mark;
    if (this.#changedMark >= mark) this.#changedMark = -1;
    for (const entry of this.#requests.takeBack(first)) this.#free(entryBytes(entry), 0);
    this.#space.give(this, before - this.bytes);
    const faxIds = changedFaxes(lost);
    this.#add({ kind: 'rewound', before: first, faxIds, at }, at);
  }

  /** Drops the oldest notes until that many bytes are free, or nothing is left. Returns the number of lost requests. */
  dropOldest(bytes: number): number {
    const before = this.bytes;
    const enough = before - bytes;
    let count = 0;
    while (this.bytes > enough && this.#requests.size + this.#notes.length > 0) {
      const alone = this.#requestsAlone;
      if (alone === 0 || this.#replayBytes > this.bytes * replayShare) this.#dropNotes();
      else count += this.#dropRequests(Math.ceil(alone / 16));
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
    this.#mark = ++this.#lastNumber;
    this.#notes.push(change, this.#mark, at);
    this.#take(0, bytesOf(change) + this.#needed.keep(change));
    this.#tell();
  }

  #tell(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #take(bytes: number, replay: number): void {
    this.#bytes += bytes + replay;
    this.#replayBytes += replay;
    this.#space.take(this, bytes + replay);
  }

  #free(bytes: number, replay: number): void {
    this.#bytes -= bytes + replay;
    this.#replayBytes -= replay;
  }

  /** Releases what a note needs for a rewind or a replay. */
  #forget(note: Note): void {
    this.#free(0, isStep(note) ? replayBytes(note) : bytesOf(note) + this.#needed.leave(note));
  }

  /** The number of oldest requests without a step. */
  get #requestsAlone(): number {
    const first = this.#notes.items.find(isRequest);
    return (first?.id ?? this.#requests.lastId + 1) - this.#requests.firstId;
  }

  #dropRequests(count: number): number {
    for (const entry of this.#requests.dropOldest(count)) this.#free(entryBytes(entry), 0);
    return count;
  }

  /** Drops the first steps, but not their requests, and all changes before the beginning of the remaining steps. */
  #dropNotes(): void {
    const notes = this.#notes;
    const index = Math.max(Math.ceil(notes.length / 16) - 1, notes.items.findIndex(isStep));
    const last = notes.numberAt(index);
    let first = this.mark;
    for (let later = index + 1; later < notes.length; later++) {
      const note = notes.items[later];
      if (note !== undefined && isStep(note)) first = Math.min(first, note.from);
    }
    const end = notes.indexAfter(Math.max(first, last));
    const lost = notes.remove(0, end, (note, number) => number <= (isStep(note) ? last : first));
    for (const note of lost) {
      this.#forget(note);
      if (isRequest(note)) this.#shorten(note);
    }
    this.#dropped += lost.length;
    this.#firstMark = Math.max(this.#firstMark, first);
  }

  /** Drops everything from a request except the parts that the journal shows. */
  #shorten(step: RequestStep): void {
    const entry = shortened(step);
    this.#requests.replace(entry);
    this.#free(entryBytes(step) - entryBytes(entry), 0);
  }
}
