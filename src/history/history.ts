import type { Undo } from '../domain/undo.ts';
import type { JournalSpace } from '../journal/journal-space.ts';
import type { Committed } from '../store/store.ts';
import { FormerFiles } from './former-files.ts';
import type { FormerFileStore } from './former-files.ts';
import { Progress } from './step.ts';
import type { StepChange, StepSettings, ControlStep, RequestStep, HistoryStep } from './step.ts';

interface HistoryOptions {
  /** Forgets that a key has come once more among requests. */
  readonly takeBackKey: (key: string) => void;
  readonly space: JournalSpace;
  readonly files: FormerFileStore;
}

/** The memory in bytes of a step beside its texts and body, of a former record, and of any other undo. */
const stepBytes = 400;
const recordBytes = 500;
const inverseBytes = 150;
const keyBytes = 60;
const progressBytes = 100;
/** A larger body is not kept. */
const largestBody = 4 * 2 ** 20;

/**
 * The whole history of a world, in order: requests, control calls, and the changes that followed, each with its undo.
 * Within the space that the histories of all worlds share, the oldest steps go first.
 */
export class History implements Undo {
  readonly #space: JournalSpace;
  readonly #files: FormerFiles;
  readonly #takeBackKey: (key: string) => void;
  #steps: HistoryStep[] = [];
  #circumstances: StepSettings = { pace: NaN, scenarios: [] };
  #changes: StepChange[] = [];
  #droppedSteps = 0;
  #droppedChanges = 0;
  #textBytes = 0;
  #changeBytes = 0;
  #isClosed = false;
  #isRewinding = false;

  constructor({ space, files, takeBackKey }: HistoryOptions) {
    this.#space = space;
    this.#takeBackKey = takeBackKey;
    this.#files = new FormerFiles(files);
  }

  get bytes(): number {
    return this.#textBytes + this.#steps.length * stepBytes + this.#changeBytes + this.#files.bytes;
  }

  /** The steps that are left, in the order in which they ended. */
  get steps(): readonly HistoryStep[] {
    return this.#steps;
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

  /** The changes that are left, each with the mark before it. */
  get changes(): readonly (readonly [mark: number, change: StepChange])[] {
    return this.#changes.map((change, index) => [this.#droppedChanges + index, change]);
  }

  /** The changes of records that are left, each with the mark before it. */
  get commits(): readonly (readonly [mark: number, change: Committed])[] {
    return this.changes.flatMap(([mark, change]) => (isCommitted(change) ? [[mark, change] as const] : []));
  }

  note(inverse: () => void): void {
    this.#add(inverse);
  }

  /** Takes note of a key that has come once more among requests: the commonest change, and so without a function. */
  noteKey(key: string): void {
    this.#add(key);
  }

  /** Takes note that work of the world was done, at a time in ms on its clock. */
  noteProgress(name: string, at: number): void {
    this.#add(new Progress(name, at));
  }

  /** Takes note of a stored change. */
  readonly noteChange = (change: Committed): void => {
    const fileBytes = change.before === undefined ? 0 : this.#files.keepLost(change);
    this.#add(change, fileBytes);
  };

  /** The present circumstances, as one object for all steps until it changes. */
  stepSettings(pace: number, scenarios: StepSettings['scenarios']): StepSettings {
    const last = this.#circumstances;
    if (last.pace === pace && last.scenarios === scenarios) return last;
    return (this.#circumstances = { pace, scenarios });
  }

  request(step: RequestStep): void {
    const { replayData } = step;
    const isTooLarge = (replayData?.body?.length ?? 0) > largestBody;
    this.#addStep(
      replayData !== undefined && isTooLarge ? { ...step, replayData: { ...replayData, body: undefined } } : step,
    );
  }

  control(step: ControlStep): void {
    this.#addStep(step);
  }

  /** Whether a change that is left can be taken back only with this file. */
  names(blob: string): boolean {
    return this.#files.has(blob);
  }

  /** Undoes all later changes beside the records, the last one first. The records are undone elsewhere. */
  rewind({ mark, steps }: { readonly mark: number; readonly steps: number }): void {
    const before = this.bytes;
    const undone = this.#changes.splice(mark - this.#droppedChanges).toReversed();
    this.#isRewinding = true;
    for (const change of undone) {
      this.#changeBytes -= bytesOf(change);
      if (typeof change === 'function') change();
      else if (typeof change === 'string') this.#takeBackKey(change);
      else if (isCommitted(change)) this.#files.forget(change);
    }
    this.#isRewinding = false;
    for (const step of this.#steps.splice(steps)) this.#textBytes -= textBytesOf(step);
    this.#space.give(this, before - this.bytes);
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

  #add(change: StepChange, fileBytes = 0): void {
    if (this.#isClosed || this.#isRewinding) return;
    const bytes = bytesOf(change);
    this.#changes.push(change);
    this.#changeBytes += bytes;
    this.#space.take(this, bytes + fileBytes);
  }

  #addStep(step: HistoryStep): void {
    if (this.#isClosed) return;
    const bytes = textBytesOf(step);
    this.#steps.push(step);
    this.#textBytes += bytes;
    this.#space.take(this, stepBytes + bytes);
  }

  /** Drops the first steps, and the changes that none of the others began before. */
  #dropSteps(count: number): number {
    for (const step of this.#steps.slice(0, count)) this.#textBytes -= textBytesOf(step);
    this.#steps = this.#steps.slice(count);
    this.#droppedSteps += count;
    const first = this.#steps.reduce((mark, { from }) => Math.min(mark, from), this.mark);
    const gone = this.#changes.slice(0, first - this.#droppedChanges);
    for (const change of gone) {
      this.#changeBytes -= bytesOf(change);
      if (isCommitted(change)) this.#files.forget(change);
    }
    this.#changes = this.#changes.slice(gone.length);
    this.#droppedChanges += gone.length;
    return count;
  }
}

const isCommitted = (change: StepChange): change is Committed =>
  typeof change === 'object' && !(change instanceof Progress);

function bytesOf(change: StepChange): number {
  if (typeof change === 'string') return keyBytes;
  if (change instanceof Progress) return progressBytes;
  return typeof change === 'function' ? inverseBytes : recordBytes;
}

function textBytesOf(step: HistoryStep): number {
  if (step.kind === 'control') return stepBytes;
  const { observed, replayData } = step;
  return observed.url.length + (observed.answer.text?.length ?? 0) + (replayData?.body?.length ?? 0);
}
