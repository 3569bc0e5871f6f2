import { coverOf } from './cover-pages.ts';
import { wholeSecond } from '../../model/domain/clock.ts';
import { completeConversion, faxStepFunctions } from '../../model/domain/course.ts';
import type { Errand } from '../../model/domain/errands.ts';
import type { FaxError } from '../../model/domain/fax-error.ts';
import { changedFax, isDone } from '../../model/domain/fax.ts';
import type { Due, Fax } from '../../model/domain/fax.ts';
import type { Turns } from '../../model/domain/turns.ts';
import { isRefusedByDisk, Refusal, SimulatorFault } from '../../model/domain/refusal.ts';
import { awaitsRead, conclude, countRead, errors, faultError, transmission } from '../../model/domain/script.ts';
import type { StepContext, StepResult } from '../../model/domain/step.ts';
import { callerIdOf, stepContext } from './calls.ts';
import type { Conversions, FetchedContent } from './conversions.ts';
import { documentOf, transmissionHeaderOf } from './fax-files.ts';
import { getFax, unfinishedFaxes } from './faxes.ts';
import { examine, storeInbound } from './inbound-faxes.ts';
import type { ExaminedFax } from './inbound-faxes.ts';
import type { LifeContext } from './operation-context.ts';
import { documentErrorText } from './conversions.ts';
import { charge } from './account.ts';
import { paceOf } from '../../model/domain/pace.ts';
import { retryOnDiskError, tryAgainMs } from './commits.ts';
import type { Stored } from './commits.ts';
import { orElse } from '../../model/shared/errors.ts';
import { parseUrl } from '../../model/shared/urls.ts';

/** Calculates a step synchronously within its commit. */
type StepWork = (fax: Fax, context: StepContext) => StepResult;
type OptionalWork = (...args: Parameters<StepWork>) => StepResult | undefined;

interface FaxRunnerOptions {
  readonly conversions: Conversions;
  readonly inTurn: Turns;
  readonly onFault: (fault: unknown) => void;
  /** Called with the fetched content once the result of the conversion is stored. */
  readonly onFetch: (faxId: number, fetched: readonly FetchedContent[]) => void;
}

const triesMax = 20;
const nameOf = ({ id }: Pick<Fax, 'id'>): string => `faxes ${id}`;

/**
 * Runs each step of a fax when it is due, and stores the changed fax with its next step. A restart therefore
 * continues every fax exactly where the process ended.
 */
export class FaxRunner {
  readonly #context: LifeContext;
  readonly #options: FaxRunnerOptions;

  constructor(context: LifeContext, options: FaxRunnerOptions) {
    this.#context = context;
    this.#options = options;
  }

  /** Schedules the next step of a fax, and its cancellation: at once, or within a commit, once the fax is stored. */
  readonly plan = (fax: Fax): void => {
    const { clock, store } = this.#context;
    const { cancelAt } = fax.options;
    const onCommit = (): void => {
      this.#planStep(fax);
      if (cancelAt !== null) clock.schedule(cancelAt, () => this.#timeOut(fax.id), `${nameOf(fax)} cancel`);
    };
    store.whenStored(onCommit);
  };

  /**
   * Ends an unfinished fax now, with its webhook. Throws `not_found`, and `not_allowed` for a finished fax, or if its
   * documents cannot be converted: without a document, no recipient can be reached.
   */
  async finish(id: number, end: FaxEnd): Promise<Fax> {
    const before = getFax(this.#context, { id });
    if (before.due === null) throw new Refusal('not_allowed', `Fax ${id} is done already: it is ${before.status}`);
    await this.#retryOnDiskError(() => this.#finish(before, end));
    return getFax(this.#context, { id });
  }

  async #finish(before: Fax, end: FaxEnd): Promise<void> {
    const { id, sources } = before;
    const isUnconverted = end.status !== 'failure' && sources.length > 0;
    await this.#context.blobs.use(async () => {
      const conversion = isUnconverted
        ? await this.#options.conversions.convert(before, coverOf(this.#context, before))
        : undefined;
      if (conversion !== undefined) this.#options.onFetch(id, conversion.fetched);
      if (conversion !== undefined && 'error' in conversion) {
        throw new Refusal('not_allowed', `Fax ${id} can only fail: ${conversion.error.message}`);
      }
      const work: OptionalWork = (fax, context) =>
        fax.due === null
          ? undefined
          : endFax(conversion === undefined ? fax : completeConversion(fax, conversion, context).fax, end, context);
      await this.#commit(id, work);
    });
  }

  /** All unfinished faxes. After a restart, `plan` continues them. */
  get unfinished(): readonly Fax[] {
    return unfinishedFaxes(this.#context.store);
  }

  /** Counts a read of a fax whose scripted course waits for reads, and runs the step that this read triggers. */
  readonly read = async ({ id }: Pick<Fax, 'id'>): Promise<void> => {
    await this.#retryOnDiskError(() =>
      this.#commit(id, (fax, context) => (awaitsRead(fax) ? countRead(fax, context) : undefined)),
    );
    const { due, options } = this.#context.store.faxes.get(id) ?? {};
    // A conversion that this read makes due is run at once: the response needs the number of pages.
    if (due?.step === 'convert' && options?.script[0]?.reads === 0)
      await this.#retryOnDiskError(() => this.#try(id, due));
  };

  #planStep(fax: Fax): void {
    const { due } = fax;
    if (due === null || due.step === 'stuck' || due.step === 'unread') return;
    this.#context.clock.schedule(due.at, this.#firstTry, nameOf(fax), fax);
  }

  readonly #firstTry = (fax: Fax): Promise<void> | undefined => {
    const { id, due, sources } = fax;
    if (due === null) return undefined;
    const source = due.step === 'convert' ? sources.find(({ kind }) => kind === 'url') : undefined;
    return source?.kind === 'url' ? this.#stepByErrand(fax, due, source.url) : this.#step(id, due, 1);
  };

  /** Runs a step that fetches a URL. The content may never come, so a move of the clock can leave the step open. */
  #stepByErrand({ id }: Fax, due: Due, url: string): Promise<void> | undefined {
    const { clock } = this.#context;
    const of = { receiver: parseUrl(url)?.origin ?? '', subject: nameOf({ id }) };
    const done = clock.errands.run(of, async (errand) => this.#step(id, due, 1, errand));
    if (clock.isHeld) return done;
    done.catch((fault: unknown) => clock.isStopped || this.#options.onFault(fault));
    return undefined;
  }

  /**
   * Runs the due step, and retries it for a while if it throws, because every fax must end. A fault of the simulator
   * fails the fax at once, with an error that names the fault. Returns a promise only if it has to wait.
   */
  #step(id: number, due: Due, tries: number, errand?: Errand): Promise<void> | undefined {
    const { clock } = this.#context;
    return orElse(
      () => this.#try(id, due, nameOf({ id }), errand),
      (fault) => {
        if (clock.isStopped) return undefined;
        const isDisk = isRefusedByDisk(fault);
        if (!isDisk) this.#options.onFault(fault);
        const isTriedAgain = isDisk || (!(fault instanceof SimulatorFault) && tries < triesMax);
        if (!isTriedAgain) return this.#fail(id, due, fault);
        clock.schedule(clock.now() + tryAgainMs, () => this.#step(id, due, tries + 1), nameOf({ id }));
        return undefined;
      },
    );
  }

  #fail(id: number, due: Due, fault: unknown): Promise<void> | undefined {
    const error = faultError(fault instanceof SimulatorFault ? fault.message : 'its log says how');
    const work: OptionalWork = (fax, context) => (fax.due === due ? conclude(fax, error, context) : undefined);
    return this.#retryOnDiskError(() => this.#commit(id, work, nameOf({ id })));
  }

  /** Runs the due step, unless the fax was changed or deleted since. `plan` is the name of the clock's plan for it. */
  #try(id: number, due: Due, plan?: string, errand?: Errand): Stored<void> {
    const fax = this.#context.store.faxes.get(id);
    if (fax?.due !== due) return undefined;
    const commit = (work: StepWork): Stored<void> =>
      this.#commit(id, (current, context) => (current.due === due ? work(current, context) : undefined), plan);
    const reached = due.step === 'hangup' ? this.#ownNumbersReached(fax) : [];
    if (due.step !== 'convert' && reached.length === 0) return commit(faxStepFunctions[due.step]);
    const { clock, blobs } = this.#context;
    // While a control call moves the clock, this step and the deliveries of the shown instant take turns.
    const instant = clock.isMoving ? clock.now() : due.at;
    return blobs.use(async () => {
      const work = due.step === 'convert' ? this.#convert(fax, errand) : this.#receiveAtOwnNumbers(fax, reached);
      return this.#options.inTurn.run(instant, work, commit, (turn) => {
        if (errand === undefined) return;
        errand.onLeft = () => turn.leave();
        // While no move of the clock can leave the errand open, the other steps of the instant must not wait for a
        // server that hangs.
        if (errand.isAsking && !clock.isMoving) turn.leave();
      });
    });
  }

  async #convert(fax: Fax, errand?: Errand): Promise<StepWork> {
    // A resent fax already has its document.
    if (fax.sources.length === 0) {
      return (current, context) =>
        completeConversion(current, { blob: current.document, pages: current.documentPages }, context);
    }
    const conversion = await this.#options.conversions.convert(fax, coverOf(this.#context, fax), errand);
    return (current, context) => {
      this.#context.store.whenStored(() => this.#options.onFetch(fax.id, conversion.fetched));
      return 'error' in conversion
        ? conclude(current, conversion.error, context)
        : completeConversion(current, conversion, context);
    };
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

  /** Ends a call to numbers of the account itself, which then receive the fax. */
  async #receiveAtOwnNumbers(fax: Fax, numbers: readonly string[]): Promise<StepWork> {
    const arrivals = await this.#arrivals(fax, numbers);
    return (current, context) => {
      for (const arrival of arrivals) storeInbound({ ...this.#context, plan: this.plan }, arrival);
      return faxStepFunctions.hangup(current, context);
    };
  }

  async #arrivals(fax: Fax, numbers: readonly string[]): Promise<ExaminedFax[]> {
    const { clock, documents } = this.#context;
    const document = await documentOf(this.#context, { ...fax, file: 'stored' });
    if (document === undefined) return [];
    const from = callerIdOf(fax);
    return Promise.all(
      numbers.map(async (number) => {
        const header = transmissionHeaderOf(fax, number, clock.now());
        // A document too large for a header arrives without one.
        const pdf = await documents.stampHeader(document, header).catch((error: unknown) => {
          documentErrorText(error);
          return document;
        });
        return examine(this.#context, { pdf, pages: fax.pages, from, to: number, isTest: false });
      }),
    );
  }

  #timeOut(id: number): Promise<void> | undefined {
    const end: OptionalWork = (fax, context) => {
      const { cancelAt } = fax.options;
      if (fax.due === null || cancelAt === null || cancelAt > context.now) return undefined; // the limit may have been changed
      return conclude(fax, errors.timedOut, context);
    };
    return this.#retryOnDiskError(() => this.#commit(id, end, `${nameOf({ id })} cancel`));
  }

  /** Stores the result of a step, charges for the calls that it ended, and announces its events. */
  #commit(id: number, work: OptionalWork, plan?: string): Stored<void> {
    const { store, clock, announce } = this.#context;
    if (clock.isStopped) return undefined; // the disk may already be released, and the next process repeats this step
    return store.commit(() => {
      const fax = store.faxes.get(id);
      const stepped = fax && work(fax, this.#stepContext(fax));
      if (fax === undefined || stepped === undefined) return;
      if (plan !== undefined) store.whenStored(() => clock.noteProgress(plan));
      store.faxes.put(stepped.fax);
      // Charges as soon as the cost of a live fax is known; its end refunds the difference.
      if (!fax.isTest) charge(store, stepped.fax.costCents - fax.costCents);
      for (const event of stepped.events) announce(event, stepped.fax);
      if (stepped.fax.due !== fax.due) store.whenStored(() => this.#planStep(stepped.fax));
    });
  }

  /** Runs work now, and repeats it after a delay while the disk refuses its commit. */
  #retryOnDiskError(work: () => Stored<void>): Promise<void> | undefined {
    const { clock } = this.#context;
    return retryOnDiskError(clock, work, (at) => {
      if (!clock.isStopped) clock.schedule(at, () => this.#retryOnDiskError(work));
    });
  }

  #stepContext(fax: Fax): StepContext {
    return stepContext(this.#context, paceOf(this.#context.paces, fax.isTest));
  }
}

/** The intended end of a fax. */
interface FaxEnd {
  readonly status: 'success' | 'partialsuccess' | 'failure';
  /** Why some or all recipients did not get the fax; null only for `success`. */
  readonly error: FaxError | null;
}

/**
 * Ends a fax in any state: a `success` reaches all recipients, a `partialsuccess` the first. Calls that are done do not
 * change, and the status follows from all calls.
 */
function endFax(fax: Fax, { status, error }: FaxEnd, context: StepContext): StepResult {
  const completedAt = wholeSecond(context.now);
  const recipients = fax.recipients.map((to, index) => {
    const isReached = status === 'success' || (status === 'partialsuccess' && index === 0);
    return isReached && !isDone(to) ? { ...to, ...transmission, completedAt } : to;
  });
  const isTransmitted = recipients.some((to) => to.status === 'success');
  const pages = isTransmitted || fax.status === 'inprogress' ? fax.documentPages : fax.pages;
  return conclude(changedFax(fax, { pages, recipients }), error, context);
}
