import { hash } from 'node:crypto';
import { faxErrorById } from '../domain/fax-error.ts';
import type { Fax, ScriptedStep } from '../domain/fax.ts';
import { delayOf } from './delays.ts';
import type { Delivery, WebhookAttempt } from '../domain/webhook.ts';
import type { Occasion, ScenarioEngine } from './engine.ts';
import type { Scenario, WebhookEffects } from './scenario.ts';
import { dig } from './matching.ts';

interface Sending {
  readonly scenarios: ScenarioEngine;
  readonly seed: number;
  /** The scenario that the request names. */
  readonly named?: Scenario | undefined;
  /** The fax that is sent again. */
  readonly original?: Fax | undefined;
}

/** The course that a rule has for a fax that is about to be sent; empty: none has. */
export function scriptOf(fax: Fax, { scenarios, seed, named, original }: Sending): readonly ScriptedStep[] {
  if (scenarios.isIdle && named === undefined) return [];
  scenarios.made(asMade(fax, original));
  const fired = scenarios.ask(faxOccasion('fax', fax), named);
  return (fired?.do.course ?? []).map(({ after = 0, reads = null, status, error }, index) => ({
    afterMs: delayOf(after, seed, `${fired?.key ?? ''} ${index}`),
    reads,
    status,
    error: error === undefined ? null : (faxErrorById(error) ?? null),
  }));
}

/** A fax as those see it who look for the same one twice. A fixture's document is known by its fax alone. */
export function asMade(fax: Fax, original: Fax | undefined) {
  const document = original === undefined ? fax.sources : (original.document ?? original.id);
  const to = fax.recipients.map(({ number }) => number).sort();
  return { id: fax.id, content: JSON.stringify([to, document]), resends: original?.id };
}

/** A fax as rules see it. Its facts have the names that v2.1 has for them. */
function faxOccasion(on: Occasion['on'], fax: Fax, further: Readonly<Record<string, unknown>> = {}): Occasion {
  const to = fax.direction === 'sent' ? fax.recipients.map(({ number }) => number) : fax.toNumber;
  const from = fax.direction === 'sent' ? fax.callerId : fax.fromNumber;
  const { id, direction, status, tags } = fax;
  const shown = { id, direction, status, tags, num_pages: fax.pages, is_test: fax.isTest, caller_id: fax.callerId };
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

/** What a fax is, whenever it comes to be, and whatever its id then is. */
function contentOf({ isTest, callerId, fromNumber, toNumber, recipients, tags, headerText, sources, document }: Fax) {
  const to = recipients.map(({ number }) => number);
  return { isTest, callerId, fromNumber, toNumber, to, tags, headerText, sources, document };
}

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
