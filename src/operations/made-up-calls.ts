import { blockOf } from './calls.ts';
import { createFax } from './fax-fixtures.ts';
import { faxFromSpec } from './fax-spec.ts';
import { storeReceived } from './inbound-faxes.ts';
import { faxErrorById } from '../domain/fax-error.ts';
import type { ScriptedStep } from '../domain/fax.ts';
import type { MadeUpFax } from './made-up-fax.ts';
import { nextFaxId, paceOf } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/** Queues the fax, which then takes the usual course. A blocking rule stops it without a trace. */
export async function sendMadeUp(context: OperationContext, fax: MadeUpFax): Promise<void> {
  const { line, partner, pages, tags, error } = fax;
  if (blockOf(context, 'send', { from: line, to: partner }) !== undefined) return;
  const from = context.store.phoneNumbers.get(line) === undefined ? undefined : line;
  await createFax(context, { status: 'queued', to: [partner], from, pages, tags, script: courseTo(error, context) });
}

/** The course of a fax that fails at its only call, as fast as the pace of the world; empty without an error. */
function courseTo(error: number | undefined, { pace }: OperationContext): readonly ScriptedStep[] {
  if (error === undefined) return [];
  const { ring, answer, finish } = paceOf(pace, false);
  const step = { reads: null, error: null };
  return [
    { ...step, afterMs: ring, status: 'inprogress' },
    { ...step, afterMs: answer + finish, status: 'failure', error: faxErrorById(error) ?? null },
  ];
}

/** Receives the fax, with its price and its webhook. A blocking rule stops the call. */
export async function receiveMadeUp(context: OperationContext, fax: MadeUpFax): Promise<void> {
  const { line, partner: from, pages, callerName } = fax;
  if (blockOf(context, 'receive', { from, to: line }) !== undefined) return;
  const spec = { direction: 'received', from, to: [line], pages, callerName: callerName ?? undefined } as const;
  await context.store.commit(() =>
    storeReceived(context, faxFromSpec(context, nextFaxId(context), spec, { sources: [], document: null })),
  );
}
