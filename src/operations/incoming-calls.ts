import type { BlockingRule } from '../domain/blocking-rule.ts';
import type { Fax } from '../domain/fax.ts';
import { Refusal } from '../domain/refusal.ts';
import { faxEvent } from '../domain/webhook.ts';
import { blockOf } from './calls.ts';
import { nextFaxId } from './fax-ids.ts';
import { faxFromSpec, firstNumber } from './fax-spec.ts';
import { errorOfId } from './recipient-specs.ts';
import { examine, storeReceived } from './received-faxes.ts';
import type { Incoming } from './received-faxes.ts';
import { callerTo } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';
import type { GivenFile } from './fax-fixtures.ts';

/** Somebody calls one of the account's numbers. */
export interface IncomingCall {
  /** E.164; the service's public number by default, or someone who calls that. */
  readonly from?: string | undefined;
  /** E.164; the account's first number by default. */
  readonly to?: string | undefined;
  /** Without one, pages that say who called. */
  readonly file?: GivenFile | undefined;
  readonly pages?: number | undefined;
  readonly callerName?: string | undefined;
  /** The id of the error that the call ends with, before a page has come in. */
  readonly error?: number | undefined;
}

/** What became of a call: the fax, or the rule that stopped it, of which nobody is told. */
export type Answered = { readonly fax: Fax } | { readonly block: BlockingRule };

/** Receives a live fax from any number, with its webhook. Throws `invalid` for a file that cannot be converted. */
export async function answerCall(context: OperationContext, { error, ...call }: IncomingCall): Promise<Answered> {
  const to = call.to ?? firstNumber(context);
  const from = call.from ?? callerTo(to);
  if (error !== undefined) errorOfId(error);
  if (error !== undefined && call.file !== undefined) throw new Refusal('invalid', 'error and file exclude each other');
  const block = blockOf(context, 'receive', { from, to });
  if (block !== undefined) return { block };
  if (error !== undefined) return { fax: await fail(context, { ...call, from, to, error }) };
  const document = await documentOf(context, { ...call, from, to });
  const incoming = { ...document, from, to, isTest: false, callerName: call.callerName ?? null };
  const fax = await context.blobs.use(async () => {
    const examined = await examine(context, incoming);
    return context.store.commit(() => storeReceived(context, examined));
  });
  return { fax };
}

/** The call ends before a page has come in; the application is told of that, too. */
function fail(
  context: OperationContext,
  { from, to, error, callerName }: IncomingCall & { to: string },
): Fax | Promise<Fax> {
  return context.store.commit(() => {
    const order = { direction: 'received', from, to: [to], error, callerName } as const;
    const fax = faxFromSpec(context, nextFaxId(context), order, { sources: [], document: null });
    context.store.faxes.put(fax);
    context.announce(faxEvent(fax, 'fax_completed'), fax);
    return fax;
  });
}

type Document = Pick<Incoming, 'pdf' | 'pages'>;

async function documentOf(
  { documents }: OperationContext,
  { file, from, to, pages = 1 }: IncomingCall,
): Promise<Document> {
  if (file === undefined) {
    const lines = [`From: ${from ?? ''}`, `To: ${to ?? ''}`];
    return { pdf: await documents.placeholder({ title: 'Received fax', lines, pages }), pages };
  }
  const { filename, type, bytes } = file;
  const made = await documents.convert([{ kind: 'file', filename, type: type ?? null, bytes }]);
  if (!made.ok) throw new Refusal('invalid', `The file ${filename} cannot be received: ${made.reason}`);
  return made;
}
