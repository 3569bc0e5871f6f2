import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { faxErrorById } from '../model/domain/fax-error.ts';
import { changedFax, faxTable } from '../model/domain/fax.ts';
import type { Fax } from '../model/domain/fax.ts';
import { scriptedStatuses } from '../model/domain/send-options.ts';
import type { ScriptedStep } from '../model/domain/send-options.ts';
import { faxFields } from '../model/domain/fax-record.ts';
import { portOrderStatuses } from '../model/domain/port-order.ts';
import type { PortOrder, ScriptedPortStep } from '../model/domain/port-order.ts';
import { drawDelay } from './effects.ts';
import { explain } from './explain.ts';
import { holds } from './fact-tests.ts';
import type { ScenarioEngine } from './engine.ts';
import type { CourseStep } from './effects-schema.ts';
import type { courseFields } from './facts.ts';
import type { RuleSubject } from './rule-subject.ts';
import type { Fired } from './fired.ts';
import type { Scenario } from './scenario.ts';
import { dig } from './rule-subject.ts';
import { firedLayers } from './fired.ts';
import { namesWith } from '../model/fields/record-table.ts';
import type { Mapping } from '../model/shared/objects.ts';

/** The engine, and the scenario that a request names for the records that it creates. */
interface CourseContext {
  readonly scenarios: ScenarioEngine;
  readonly seed: number;
  readonly named?: Scenario | undefined;
  /** Whether the records are those of a request of the console, which no verdict on a program counts. */
  readonly isOfConsole?: boolean;
}

/** A rule's course for a record that is about to be stored; empty if no rule has one. The rule is already counted. */
interface CountedCourse<Step> {
  readonly script: readonly Step[];
  /** Delay of the first step, in ms on the world's clock. */
  readonly delayMs?: number;
  /** Call this once the record is stored. */
  readonly onStored?: () => void;
}

/** The effects of rules on the records of one call. The rule that a request matches can replace them. */
export type Scripting = Readonly<ReturnType<typeof scriptingOf>>;

/**
 * Makes the effects of active rules. `original` is the fax that another one resends. The state of a file is that of the
 * record, unless a rule replaces it.
 */
export function scriptingOf(context: CourseContext) {
  return {
    courseOf: (fax: Fax, original?: Fax) => faxCourse(fax, original, context),
    portCourseOf: (order: PortOrder) => portCourse(order, context),
    /** Whether a rule on faxes compares the number of pages, which must then be known before a fax is stored. */
    readsPages: () => readsPages(context),
    /** Notifies the expectations of a stored fax. */
    noteCreated: (fax: Fax, original?: Fax) => noteCreated(fax, original, context),
    fileStateOf: ({ file }: Fax) => file,
  };
}

function faxCourse(fax: Fax, original: Fax | undefined, context: CourseContext): CountedCourse<ScriptedStep> {
  if (isIdle(context)) return { script: [] };
  const { steps, delayMs, confirm } = chooseCourse(scriptedStatuses, newFaxSubject(fax), context);
  const script = steps.map(({ afterMs, reads, status, error, to, page }): ScriptedStep => ({
    afterMs,
    reads,
    error: error === undefined ? null : (faxErrorById(error) ?? null),
    ...(page !== undefined && { page }),
    ...(to === undefined ? { status } : endOfSome(fax, to)),
  }));
  return {
    script,
    delayMs,
    onStored: () => {
      noteCreated(fax, original, context);
      confirm();
    },
  };
}

/** The end of a fax that fails only at the recipients whose number meets the condition. */
function endOfSome({ direction, recipients, toNumber }: Fax, to: NonNullable<CourseStep['to']>) {
  const numbers = direction === 'sent' ? recipients.map(({ number }) => number) : [toNumber ?? ''];
  const reached = numbers.filter((number) => !holds(to, number));
  if (reached.length === 0) return { status: 'failure' } as const;
  return reached.length === numbers.length
    ? ({ status: 'success', error: null } as const)
    : ({ status: 'partialsuccess', reached } as const);
}

function noteCreated(fax: Fax, original: Fax | undefined, { scenarios, isOfConsole }: CourseContext): void {
  if (fax.direction === 'sent' && isOfConsole !== true) scenarios.noteCreatedFax(faxForExpectations(fax, original));
}

/** The rule that would have changed a fax if a request or a call had created it, as `scenario/rule`. Counts nothing. */
export function unusedRuleOf(fax: Fax, scenarios: ScenarioEngine): string | undefined {
  const found = explain(scenarios, newFaxSubject(fax)).find(({ fires }) => fires);
  return found && `${found.scenario}/${found.rule}`;
}

/** A fax that is about to be stored as the subject of rules: its pages are those of its document, not yet sent. */
const newFaxSubject = (fax: Fax): RuleSubject =>
  faxSubject('fax', changedFax(fax, { pages: Math.max(fax.pages, fax.documentPages) }));

function readsPages({ scenarios, named }: CourseContext): boolean {
  const running = scenarios.running.map(({ scenario }) => scenario);
  const rules = [named, ...running].flatMap((scenario) => scenario?.rules ?? []);
  return rules.some(({ on, where }) => on.includes('fax') && where.has('fax.num_pages'));
}

const isIdle = ({ scenarios, named }: CourseContext): boolean => scenarios.isIdle && named === undefined;

/**
 * The parts of a fax by which expectations detect that it was sent twice. A fixture's fax has no stored document, so
 * its id is used instead.
 */
export function faxForExpectations(fax: Fax, original: Fax | undefined) {
  const document = original === undefined ? contentsOf(fax) : (original.document ?? original.id);
  const to = fax.recipients.map(({ number }) => number).sort();
  return { id: fax.id, content: JSON.stringify([to, document]), resends: original?.id };
}

function portCourse(order: PortOrder, context: CourseContext): CountedCourse<ScriptedPortStep> {
  if (isIdle(context)) return { script: [] };
  const { steps, confirm } = chooseCourse(portOrderStatuses, orderSubject(order), context);
  return {
    script: steps.map(({ afterMs, status, note = null }) => ({ afterMs, status, note })),
    onStored: confirm,
  };
}

function chooseCourse<S extends string>(
  statuses: readonly S[],
  subject: RuleSubject,
  { scenarios, seed, named, isOfConsole = false }: CourseContext,
) {
  const { fired, confirm } = scenarios.decide({ ...subject, isOfConsole }, named);
  const layers = firedLayers(fired);
  const scripted = layers.find((layer) => layer.do.course !== undefined);
  const steps = (scripted?.do.course ?? []).flatMap(
    ({ after = 0, onRead: reads = null, status: statusName, error, to, page, note }, index) => {
      const status = statuses.find((known) => known === statusName);
      if (status === undefined) return []; // refused when the file is loaded
      const afterMs = after === 'pace' ? null : drawDelay(after, seed, `${scripted?.key ?? ''} ${index}`);
      return [{ afterMs, reads, status, error, to, page, note }];
    },
  );
  return { steps, delayMs: delayOf(layers, seed), confirm };
}

/** The sum of the delays of all fired rules, in ms. */
export const delayOf = (layers: readonly Fired[], seed: number): number =>
  layers.reduce((sum, { do: { delay = 0 }, key }) => sum + drawDelay(delay, seed, key), 0);

/** A port order as the subject of rules. Its facts have the names of v2.1. */
function orderSubject(order: PortOrder): RuleSubject {
  const { id, status, billing, numbers } = order;
  const content = {
    status,
    quantity: numbers.length,
    esig: order.esig,
    port_type: order.portType,
    contact_number: order.contactNumber,
    contact_email: order.contactEmail,
    name_on_account: order.nameOnAccount,
    account_identifier: order.accountIdentifier,
    name_of_business: order.nameOfBusiness,
    provider_name: order.providerName,
    port_out_pin: order.portOutPin,
    billing_number: billing?.number,
    billing_address1: billing?.address1,
    billing_address2: billing?.address2,
    billing_city: billing?.city,
    billing_state: billing?.state,
    billing_zip: billing?.zip,
  };
  const ported = numbers.map((number) => ({ id: number.id, port_number: number.number, status: number.status }));
  const record = { id, ...content, port_numbers: ported };
  const allNumbers = numbers.map(({ number }) => number).join(',');
  return {
    on: 'portOrder',
    fact: (name) => dig({ order: record }, name.split('.')),
    fax: undefined,
    number: allNumbers,
    identity: () => hash('sha1', JSON.stringify(['portOrder', content, allNumbers]), 'hex'),
    label: () => `port order ${id}`,
  };
}

/** A fax as the subject of rules. Its facts have the names of v2.1. */
export function faxSubject(
  on: RuleSubject['on'],
  fax: Fax,
  further: Readonly<Record<string, unknown>> = {},
): RuleSubject {
  const to = fax.direction === 'sent' ? fax.recipients.map(({ number }) => number) : fax.toNumber;
  const from = fax.direction === 'sent' ? fax.callerId : fax.fromNumber;
  const { id, direction, status, tags } = fax;
  const record: Record<(typeof courseFields)[number], unknown> = {
    id,
    direction,
    status,
    tags,
    num_pages: fax.pages,
    is_test: fax.isTest,
    caller_id: fax.callerId,
  };
  const facts: Readonly<Record<string, unknown>> = { fax: record, to, from, ...further };
  return {
    on,
    fact: (name) => dig(facts, name.split('.')),
    fax: String(id),
    number: Array.isArray(to) ? to.join(',') : (to ?? undefined),
    identity: () => hash('sha1', JSON.stringify([on, contentOf(fax), further]), 'hex'),
    label: () => `fax ${id}`,
  };
}

const contentNames: readonly string[] = namesWith(faxTable, 'isContent');
const contentFields = faxFields.filter((name) => contentNames.includes(name));
const laterFields: readonly string[] = namesWith(faxTable, 'isLater');

/** Content fields that are compared in another form and under another name. */
const contentForms: { readonly [N in keyof Fax]?: (fax: Fax) => readonly [name: string, value: unknown] } = {
  recipients: ({ recipients }) => ['to', recipients.map(({ number }) => number)],
  tags: ({ tags }) => ['tags', Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))],
  sources: (fax) => ['contents', contentsOf(fax)],
};

/**
 * The content of a fax that draws depend on, without its id and the order of its tags. A later field counts only if it
 * is set, so other draws do not change.
 */
function contentOf(fax: Fax): Mapping {
  const isUnset = (name: keyof Fax): boolean =>
    laterFields.includes(name) && isDeepStrictEqual(fax[name], faxTable[name].usual);
  const counting = contentFields.filter((name) => !isUnset(name));
  return Object.fromEntries(counting.map((name) => contentForms[name]?.(fax) ?? [name, fax[name]]));
}

/** The sources of a fax. Files are identified by content, because a client may send the same file under different names. */
const contentsOf = ({ sources }: Pick<Fax, 'sources'>): string[][] =>
  sources.map((source) => [source.kind, 'blob' in source ? source.blob : source.url]);
