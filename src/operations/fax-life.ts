import { conclude, converted, errors, steps } from '../domain/course.ts';
import type { Circumstances, Stepped } from '../domain/course.ts';
import type { Due, Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { labels } from '../store/labels.ts';
import { callerOf, circumstances, priceOf } from './calls.ts';
import type { Conversions } from './conversions.ts';
import { documentOf } from './fax-files.ts';
import { examine, storeReceived } from './received-faxes.ts';
import type { Examined } from './received-faxes.ts';
import { paceOf } from './service.ts';
import type { Service } from './service.ts';

/** Makes a step of what is known before it: a commit, which cannot wait. */
type Work = (fax: Fax, circumstances: Circumstances) => Stepped;

const onTheWay = ['queued', 'pendingbatch', 'inprogress'] as const;
const afterDiskRefusedMs = 1000;

/**
 * Leads faxes through their lives: does each step when it is due, and stores what it made of the fax together with the next
 * one. A fax knows its next step, so nothing is lost with the process.
 */
export class FaxLife {
  readonly #service: Service;
  readonly #conversions: Conversions;

  constructor(service: Service, conversions: Conversions) {
    this.#service = service;
    this.#conversions = conversions;
  }

  /** Has the next step of a fax done when it is due, and the fax cancelled in time. */
  plan(fax: Fax): void {
    this.#planStep(fax);
    const { cancelAt } = fax.options;
    if (cancelAt !== null) this.#service.clock.schedule(cancelAt, () => this.#timeOut(fax.id));
  }

  /** Goes on with all faxes that are on their way, as after a restart. */
  resume(): void {
    for (const status of onTheWay) {
      const found = this.#service.store.faxes.find({ labels: [labels.status(status)] });
      for (const fax of found.slice(0, found.total)) this.plan(fax);
    }
  }

  #planStep({ id, due }: Fax): void {
    if (due !== null && due.step !== 'stuck') this.#service.clock.schedule(due.at, () => this.#step(id, due));
  }

  /** Does what is due, unless something else has come to be: a cancelled fax, or one that is gone. */
  async #step(id: number, due: Due): Promise<void> {
    const fax = this.#service.store.faxes.get(id);
    if (fax?.due !== due) return;
    const work = due.step === 'convert' ? await this.#convert(fax) : steps[due.step];
    const arrivals = due.step === 'hangup' ? await this.#arrivals(fax) : [];
    await this.#commit(id, (current, given) => {
      if (current.due !== due) return undefined;
      for (const arrival of arrivals) storeReceived(this.#service, arrival);
      return work(current, given);
    });
  }

  async #convert(fax: Fax): Promise<Work> {
    // A resent fax has its document already.
    if (fax.sources.length === 0) {
      return (current, given) => converted(current, { blob: fax.document, pages: fax.documentPages }, given);
    }
    const made = await this.#conversions.convert(fax.sources);
    return (current, given) =>
      'error' in made ? conclude(current, made.error, given) : converted(current, made, given);
  }

  /** What a call that ends now brings to the account itself, where it goes to numbers of its own. */
  async #arrivals(fax: Fax): Promise<Examined[]> {
    const { store, clock, documents } = this.#service;
    if (fax.isTest) return [];
    const { errorOf } = this.#circumstances(fax);
    const reached = fax.recipients.filter(
      (to) =>
        to.status === 'callactive' && store.phoneNumbers.get(to.number) !== undefined && errorOf(fax, to) === null,
    );
    if (reached.length === 0) return [];
    const document = await documentOf(this.#service, { ...fax, file: 'stored' });
    if (document === undefined) return [];
    const from = callerOf(fax);
    return Promise.all(
      reached.map(async ({ number }) => {
        const header = { text: fax.headerText ?? '-', at: new Date(clock.now()).toISOString(), from, to: number };
        const pdf = await documents.stampHeader(document, header);
        return examine(this.#service, { pdf, pages: fax.pages, from, to: number, isTest: false });
      }),
    );
  }

  async #timeOut(id: number): Promise<void> {
    await this.#commit(id, (fax, given) => (fax.due === null ? undefined : conclude(fax, errors.timedOut, given)));
  }

  /** Stores what a step makes of a fax, charges for the calls that it ended, and tells of it. */
  async #commit(id: number, work: (fax: Fax, given: Circumstances) => Stepped | undefined): Promise<void> {
    const { store, clock, announce } = this.#service;
    if (clock.isStopped) return; // the disk may be let go of already, and the next process does this step again
    try {
      await store.commit(() => {
        const fax = store.faxes.get(id);
        const stepped = fax && work(fax, this.#circumstances(fax));
        if (fax === undefined || stepped === undefined) return;
        store.faxes.put(stepped.fax);
        this.#charge(fax, stepped.fax);
        for (const news of stepped.news) announce(news, stepped.fax);
        this.#planStep(stepped.fax);
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'storage_failed') throw error;
      clock.schedule(clock.now() + afterDiskRefusedMs, () => this.#commit(id, work));
    }
  }

  #charge(before: Fax, after: Fax): void {
    const { store } = this.#service;
    const newlyReached = after.recipients.filter(
      ({ status }, index) => status === 'success' && before.recipients[index]?.status !== 'success',
    );
    if (after.isTest || newlyReached.length === 0) return;
    const cents = newlyReached.reduce((sum, { number }) => sum + priceOf(number) * after.pages, 0);
    store.account = { ...store.account, balanceCents: store.account.balanceCents - cents };
  }

  #circumstances(fax: Fax): Circumstances {
    return circumstances(this.#service, paceOf(this.#service.pace, fax.isTest));
  }
}
