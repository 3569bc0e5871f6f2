import { completeConversion, steps } from '../domain/course.ts';
import { awaitsRead, countRead } from '../domain/script.ts';
import type { InTurn } from '../domain/in-turn.ts';
import { conclude, errors, faultError } from '../domain/step.ts';
import type { StepContext, StepResult } from '../domain/step.ts';
import { endFax } from '../domain/fax-end.ts';
import type { FaxEnd } from '../domain/fax-end.ts';
import type { Due, Fax } from '../domain/fax.ts';
import { Refusal, SimulatorFault, isRefusedByDisk } from '../domain/refusal.ts';
import { labels } from '../store/labels.ts';
import { callerOf, stepContext } from './calls.ts';
import type { Conversions } from './conversions.ts';
import { reasonOfDocument } from './document-faults.ts';
import { documentOf } from './fax-files.ts';
import { getFax } from './faxes.ts';
import { examine, storeReceived } from './received-faxes.ts';
import type { Examined } from './received-faxes.ts';
import { paceOf } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/** Makes a step of what is known before it: a commit, which cannot wait. */
type StepWork = (fax: Fax, circumstances: StepContext) => StepResult;

const onTheWay = ['queued', 'pendingbatch', 'inprogress'] as const;
const tryAgainMs = 1000;
const mostTries = 20;

/**
 * Leads faxes through their lives: does each step when it is due, and stores what it made of the fax together with the next
 * one. A fax knows its next step, so nothing is lost with the process.
 */
export class FaxLife {
  readonly #context: OperationContext;
  readonly #conversions: Conversions;
  readonly #onFault: (fault: unknown) => void;
  readonly #inTurn: InTurn;

  constructor(
    context: OperationContext,
    { conversions, inTurn, onFault }: { conversions: Conversions; inTurn: InTurn; onFault: (fault: unknown) => void },
  ) {
    this.#inTurn = inTurn;
    this.#context = context;
    this.#conversions = conversions;
    this.#onFault = onFault;
  }

  /** Has the next step of a fax done when it is due, and the fax cancelled in time. */
  plan(fax: Fax): void {
    this.#planStep(fax);
    const { cancelAt } = fax.options;
    if (cancelAt !== null) this.#context.clock.schedule(cancelAt, () => this.#timeOut(fax.id));
  }

  /**
   * Ends a fax that is on its way now, and tells of it. Throws `not_found`, and `not_allowed` for one that is done, or whose
   * documents cannot be converted, which must be before anyone can be reached.
   */
  async finish(id: number, end: FaxEnd): Promise<Fax> {
    const before = getFax(this.#context, { id });
    if (before.due === null) throw new Refusal('not_allowed', `Fax ${id} is done already: it is ${before.status}`);
    await this.#persist(() => this.#finish(before, end));
    return getFax(this.#context, { id });
  }

  async #finish({ id, sources }: Fax, end: FaxEnd): Promise<void> {
    const isUnconverted = end.status !== 'failure' && sources.length > 0;
    await this.#context.blobs.use(async () => {
      const made = isUnconverted ? await this.#conversions.convert(sources) : undefined;
      if (made !== undefined && 'error' in made) {
        throw new Refusal('not_allowed', `Fax ${id} can only fail: ${made.error.message}`);
      }
      const work = (fax: Fax, context: StepContext): StepResult | undefined =>
        fax.due === null
          ? undefined
          : endFax(made === undefined ? fax : completeConversion(fax, made, context).fax, end, context);
      await this.#commit(id, work);
    });
  }

  /** Goes on with all faxes that are on their way, as after a restart. */
  resume(): void {
    for (const status of onTheWay) {
      const found = this.#context.store.faxes.find({ labels: [labels.status(status)] });
      for (const fax of found.slice(0, found.total)) this.plan(fax);
    }
  }

  /** Counts a read of a fax whose scripted course waits for it, and does what comes at this one. */
  async read(id: number): Promise<void> {
    await this.#persist(() =>
      this.#commit(id, (fax, context) => (awaitsRead(fax) ? countRead(fax, context) : undefined)),
    );
    const { due, options } = this.#context.store.faxes.get(id) ?? {};
    // What comes cannot be shown before the pages are known.
    if (due?.step === 'convert' && options?.script[0]?.reads === 0) await this.#persist(() => this.#try(id, due));
  }

  #planStep({ id, due }: Fax): void {
    if (due !== null && due.step !== 'stuck' && due.step !== 'unread')
      this.#context.clock.schedule(due.at, () => this.#step(id, due));
  }

  /**
   * Does what is due, and tries again for a while when that cannot be: a fax must come to an end. One that a fault of the
   * simulator ends fails at once, and says so.
   */
  async #step(id: number, due: Due, tries = 1): Promise<void> {
    try {
      await this.#try(id, due);
    } catch (fault) {
      const { clock } = this.#context;
      if (clock.isStopped) return;
      const isDisk = isRefusedByDisk(fault);
      if (!isDisk) this.#onFault(fault);
      const isTriedAgain = isDisk || (!(fault instanceof SimulatorFault) && tries < mostTries);
      if (isTriedAgain) clock.schedule(clock.now() + tryAgainMs, () => this.#step(id, due, tries + 1));
      else await this.#fail(id, due, fault);
    }
  }

  async #fail(id: number, due: Due, fault: unknown): Promise<void> {
    const error = faultError(fault instanceof SimulatorFault ? fault.message : 'its log says how');
    await this.#persist(() =>
      this.#commit(id, (fax, context) => (fax.due === due ? conclude(fax, error, context) : undefined)),
    );
  }

  /** Does what is due, unless something else has come to be: a cancelled fax, or one that is gone. */
  async #try(id: number, due: Due): Promise<void> {
    const fax = this.#context.store.faxes.get(id);
    if (fax?.due !== due) return;
    await this.#context.blobs.use(async () => {
      const commit = (work: StepWork): Promise<void> =>
        this.#commit(id, (current, context) => (current.due === due ? work(current, context) : undefined));
      const work = this.#workOf(fax, due);
      const { clock } = this.#context;
      // Deliveries take turns with it at the instant that the clock shows while a call moves it.
      const instant = clock.isMoving ? clock.now() : due.at;
      await (work instanceof Promise ? this.#inTurn.run(instant, work, commit) : commit(work));
    });
  }

  /** What a step does; a promise where documents are to be made first. */
  #workOf(fax: Fax, { step }: Due): StepWork | Promise<StepWork> {
    if (step === 'convert') return this.#convert(fax);
    const reached = step === 'hangup' ? this.#ownNumbersReached(fax) : [];
    return reached.length === 0 ? steps[step] : this.#arrive(fax, reached);
  }

  async #convert(fax: Fax): Promise<StepWork> {
    // A resent fax has its document already.
    if (fax.sources.length === 0) {
      return (current, context) =>
        completeConversion(current, { blob: current.document, pages: current.documentPages }, context);
    }
    const made = await this.#conversions.convert(fax.sources);
    return (current, context) =>
      'error' in made ? conclude(current, made.error, context) : completeConversion(current, made, context);
  }

  /** The account's own numbers that a live call has reached by its end. */
  #ownNumbersReached(fax: Fax): string[] {
    const { phoneNumbers } = this.#context.store;
    const { errorOf } = this.#stepContext(fax);
    const reached = fax.recipients.filter(
      (to) => to.status === 'callactive' && phoneNumbers.get(to.number) !== undefined && errorOf(fax, to) === null,
    );
    return fax.isTest ? [] : reached.map(({ number }) => number);
  }

  /** The end of a call to numbers of the account itself, which receive the fax. */
  async #arrive(fax: Fax, numbers: readonly string[]): Promise<StepWork> {
    const arrivals = await this.#arrivals(fax, numbers);
    return (current, context) => {
      for (const arrival of arrivals) storeReceived(this.#context, arrival);
      return steps.hangup(current, context);
    };
  }

  async #arrivals(fax: Fax, numbers: readonly string[]): Promise<Examined[]> {
    const { clock, documents } = this.#context;
    const document = await documentOf(this.#context, { ...fax, file: 'stored' }, this.#context);
    if (document === undefined) return [];
    const from = callerOf(fax);
    return Promise.all(
      numbers.map(async (number) => {
        const header = { text: fax.headerText ?? '-', at: new Date(clock.now()).toISOString(), from, to: number };
        // A document that is too much for it arrives without its header.
        const pdf = await documents.stampHeader(document, header).catch((error: unknown) => {
          reasonOfDocument(error);
          return document;
        });
        return examine(this.#context, { pdf, pages: fax.pages, from, to: number, isTest: false });
      }),
    );
  }

  async #timeOut(id: number): Promise<void> {
    const end = (fax: Fax, context: StepContext): StepResult | undefined => {
      const { cancelAt } = fax.options;
      if (fax.due === null || cancelAt === null || cancelAt > context.now) return undefined; // it may have been changed
      return conclude(fax, errors.timedOut, context);
    };
    await this.#persist(() => this.#commit(id, end));
  }

  /** Stores what a step makes of a fax, charges for the calls that it ended, and tells of it. */
  async #commit(id: number, work: (fax: Fax, context: StepContext) => StepResult | undefined): Promise<void> {
    const { store, clock, announce } = this.#context;
    if (clock.isStopped) return; // the disk may be let go of already, and the next process does this step again
    await store.commit(() => {
      const fax = store.faxes.get(id);
      const stepped = fax && work(fax, this.#stepContext(fax));
      if (fax === undefined || stepped === undefined) return;
      store.faxes.put(stepped.fax);
      this.#charge(fax, stepped.fax);
      for (const event of stepped.events) announce(event, stepped.fax);
      if (stepped.fax.due !== fax.due) store.enlist({ committed: () => this.#planStep(stepped.fax) });
    });
  }

  /** Runs work now, and again after a while as long as the disk refuses what it commits. */
  async #persist(work: () => Promise<void>): Promise<void> {
    const { clock } = this.#context;
    try {
      await work();
    } catch (error) {
      if (!isRefusedByDisk(error)) throw error;
      if (!clock.isStopped) clock.schedule(clock.now() + tryAgainMs, () => this.#persist(work));
    }
  }

  /** What a live fax costs is taken as soon as it is known, and what it did not cost in the end is given back. */
  #charge(before: Fax, after: Fax): void {
    const { store } = this.#context;
    const cents = after.costCents - before.costCents;
    if (after.isTest || cents === 0) return;
    store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
  }

  #stepContext(fax: Fax): StepContext {
    return stepContext(this.#context, paceOf(this.#context.pace, fax.isTest));
  }
}
