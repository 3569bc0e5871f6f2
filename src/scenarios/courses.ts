import { hash } from 'node:crypto';
import { faxErrorById } from '../domain/fax-error.ts';
import { scriptedStatuses } from '../domain/fax.ts';
import type { Fax, ScriptedStep } from '../domain/fax.ts';
import { portOrderStatuses } from '../domain/port-order.ts';
import type { PortOrder, ScriptedPortStep } from '../domain/port-order.ts';
import { delayOf } from './delays.ts';
import type { Delivery, WebhookAttempt } from '../domain/webhook.ts';
import type { ScenarioEngine } from './engine.ts';
import type { courseFields } from './facts.ts';
import type { Occasion } from './occasion.ts';
import type { Scenario, WebhookEffects } from './scenario.ts';
import { dig } from './matching.ts';

/** Whom to ask: the engine, and the scenario that a request names for what it makes. */
interface Asked {
  readonly scenarios: ScenarioEngine;
  readonly seed: number;
  readonly named?: Scenario | undefined;
}

interface Sending extends Asked {
  /** The fax that is sent again. */
  readonly original?: Fax | undefined;
}

/** The course that a rule has for a fax that is about to be sent; empty: none has. */
export function scriptOf(fax: Fax, { original, ...asked }: Sending): readonly ScriptedStep[] {
  if (isIdle(asked)) return [];
  asked.scenarios.made(asMade(fax, original));
  return courseOf(scriptedStatuses, faxOccasion('fax', fax), asked).map(({ afterMs, reads, status, error }) => ({
    afterMs,
    reads,
    status,
    error: error === undefined ? null : (faxErrorById(error) ?? null),
  }));
}

const isIdle = ({ scenarios, named }: Asked): boolean => scenarios.isIdle && named === undefined;

/** A fax as those see it who look for the same one twice. A fixture's document is known by its fax alone. */
export function asMade(fax: Fax, original: Fax | undefined) {
  const document = original === undefined ? contentsOf(fax) : (original.document ?? original.id);
  const to = fax.recipients.map(({ number }) => number).sort();
  return { id: fax.id, content: JSON.stringify([to, document]), resends: original?.id };
}

/** The course that a rule has for a port order that is about to be made; empty: none has. */
export function portScriptOf(order: PortOrder, asked: Asked): readonly ScriptedPortStep[] {
  if (isIdle(asked)) return [];
  return courseOf(portOrderStatuses, orderOccasion(order), asked).map(({ afterMs, status, note = null }) => ({
    afterMs,
    status,
    note,
  }));
}

function courseOf<S extends string>(statuses: readonly S[], occasion: Occasion, { scenarios, seed, named }: Asked) {
  const fired = scenarios.ask(occasion, named);
  return (fired?.do.course ?? []).flatMap(({ after = 0, reads = null, status: wanted, error, note }, index) => {
    const status = statuses.find((known) => known === wanted);
    if (status === undefined) return []; // which is refused when the file is loaded
    return [{ afterMs: delayOf(after, seed, `${fired?.key ?? ''} ${index}`), reads, status, error, note }];
  });
}

/** A port order as rules see it. Its facts have the names that v2.1 has for them. */
function orderOccasion(order: PortOrder): Occasion {
  const { id, status, billing, numbers } = order;
  const content = {
    ...{ status, quantity: numbers.length, esig: order.esig, port_type: order.portType },
    ...{ contact_number: order.contactNumber, contact_email: order.contactEmail },
    ...{ name_on_account: order.nameOnAccount, account_identifier: order.accountIdentifier },
    ...{ name_of_business: order.nameOfBusiness, provider_name: order.providerName, port_out_pin: order.portOutPin },
    ...{ billing_number: billing?.number, billing_address1: billing?.address1, billing_address2: billing?.address2 },
    ...{ billing_city: billing?.city, billing_state: billing?.state, billing_zip: billing?.zip },
  };
  const ported = numbers.map((number) => ({ id: number.id, port_number: number.number, status: number.status }));
  const shown = { id, ...content, port_numbers: ported };
  const allNumbers = numbers.map(({ number }) => number).join(',');
  return {
    on: 'portOrder',
    fact: (name) => dig({ order: shown }, name.split('.')),
    fax: undefined,
    number: allNumbers,
    identity: () => hash('sha1', JSON.stringify(['portOrder', content, allNumbers]), 'hex'),
    shown: () => `port order ${id}`,
  };
}

/** A fax as rules see it. Its facts have the names that v2.1 has for them. */
function faxOccasion(on: Occasion['on'], fax: Fax, further: Readonly<Record<string, unknown>> = {}): Occasion {
  const to = fax.direction === 'sent' ? fax.recipients.map(({ number }) => number) : fax.toNumber;
  const from = fax.direction === 'sent' ? fax.callerId : fax.fromNumber;
  const { id, direction, status, tags } = fax;
  const shown: Record<(typeof courseFields)[number], unknown> = {
    ...{ id, direction, status, tags },
    num_pages: fax.pages,
    is_test: fax.isTest,
    caller_id: fax.callerId,
  };
  const facts: Readonly<Record<string, unknown>> = { fax: shown, to, from, ...further };
  return {
    on,
    fact: (name) => dig(facts, name.split('.')),
    fax: String(id),
    number: Array.isArray(to) ? to.join(',') : (to ?? undefined),
    identity: () => hash('sha1', JSON.stringify([on, contentOf(fax), further]), 'hex'),
    shown: () => `fax ${id}`,
  };
}

/** What a fax is, whatever its id, and in whatever order its tags were given. */
function contentOf({ isTest, callerId, fromNumber, toNumber, recipients, headerText, document, ...fax }: Fax) {
  const to = recipients.map(({ number }) => number);
  const tags = Object.entries(fax.tags).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { isTest, callerId, fromNumber, toNumber, to, tags, headerText, contents: contentsOf(fax), document };
}

/** What a fax is made from. Files count by their contents: a client can send the same one under another name. */
const contentsOf = ({ sources }: Pick<Fax, 'sources'>): string[][] =>
  sources.map((source) => [source.kind, 'blob' in source ? source.blob : source.url]);

/** What a rule does to an attempt to tell of a fax, and its label; undefined: nothing. */
export function spoilingOf(
  { news, attempts }: Delivery,
  fax: Fax,
  { scenarios, seed }: { scenarios: ScenarioEngine; seed: number },
) {
  if (scenarios.isIdle) return undefined;
  const { event, recipientNumber: recipient, page, retryCount: retry } = news;
  const further = { event, attempt: attempts.length + 1, recipient, page, retry };
  const fired = scenarios.ask(faxOccasion('webhook', fax, further));
  if (fired === undefined) return undefined;
  const { delay, drop, duplicate, holdUntil, sign, body, receiver } = fired.do;
  const given = { drop, duplicate, holdUntil, sign, body, receiver, delayMs: delay && delayOf(delay, seed, fired.key) };
  const effects = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const told = ({ at, answer }: WebhookAttempt): void =>
    fired.watch?.told({
      shown: `attempt ${further.attempt} of ${event} for fax ${fax.id}`,
      at,
      status: answer?.status ?? null,
    });
  return { rule: fired.label, told, effects: effects as Omit<WebhookEffects, 'delay'> & { delayMs?: number } };
}
