import { keepsFile } from './account.ts';
import { wholeSecond } from './clock.ts';
import type { FaxError } from './fax-error.ts';
import { changedFax } from './fax.ts';
import type { Fax } from './fax.ts';
import type { ScriptedStep } from './send-options.ts';
import { publicNumber } from './phone-number.ts';
import { defaultSinchOptions } from './sinch-options.ts';
import type { StepContext, StepResult } from './step.ts';
import { faxEvent } from './webhook.ts';

/**
 * Starts the call of a received fax that a scenario prolongs. The fax is in progress, and shows pages, price and file only at the
 * end. A call that fails anyway keeps its error.
 */
export function beginCall(fax: Fax, script: readonly ScriptedStep[]): Fax {
  const sinch = fax.options.sinch ?? defaultSinchOptions;
  const isKept = fax.file === 'stored' || fax.pages === 0;
  const options = isKept ? fax.options : { ...fax.options, sinch: { ...sinch, savesDocument: false } };
  return changedFax(fax, {
    status: 'inprogress',
    completedAt: null,
    error: null,
    pages: 0,
    costCents: 0,
    file: 'not_stored',
    options: { ...options, script: fax.error === null && script.length > 0 ? script : [endOf(fax)] },
  });
}

/** The step that ends a call in the same way as without the scenario. */
const endOf = ({ error }: Fax): ScriptedStep => ({
  afterMs: 0,
  reads: null,
  status: error === null ? 'success' : 'failure',
  error,
});

/** Ends the call of a received fax: a call that failed brought no page and costs nothing, as recorded. */
export function concludeReceived(fax: Fax, error: FaxError | null, { now, account, priceOf }: StepContext): StepResult {
  const hasCome = error === null;
  const pages = hasCome ? fax.documentPages : 0;
  const done = changedFax(fax, {
    status: hasCome ? 'success' : 'failure',
    error,
    completedAt: wholeSecond(now),
    pages,
    documentPages: pages,
    costCents: pages * priceOf(publicNumber),
    file: pages > 0 && keepsFile(fax, account) ? 'stored' : 'not_stored',
    document: hasCome ? fax.document : null,
    barcodes: hasCome ? fax.barcodes : [],
    due: null,
  });
  return { fax: done, events: [faxEvent(done, 'fax_completed')] };
}
