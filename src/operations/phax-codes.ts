import type { FoundBarcode } from '../documents/documents.ts';
import type { Barcode } from '../domain/fax.ts';
import { drawIdentifier } from '../domain/phax-code.ts';
import type { PhaxCode } from '../domain/phax-code.ts';
import { labels } from '../store/labels.ts';
import type { Label } from '../store/labels.ts';
import { currentSecond, orNotFound } from './operation-context.ts';
import type { OperationContext } from './operation-context.ts';

/** Codes whose creation the disk has yet to acknowledge. */
const pendingCommits = new WeakMap<PhaxCode, Promise<PhaxCode>>();

/**
 * The PhaxCode with that metadata, made if there is none; without metadata, always a new one (assumed). Source: recorded,
 * the same metadata gives the same identifier.
 */
export function createPhaxCode(
  context: OperationContext,
  { metadata = null }: { metadata?: string | null | undefined },
): PhaxCode | Promise<PhaxCode> {
  const known = metadata === null ? undefined : find(context, labels.metadata(metadata));
  return known ?? add(context, { metadata, isDefault: false });
}

/** Throws `not_found`. */
export function getPhaxCode({ store }: OperationContext, { identifier }: { identifier: string }): PhaxCode {
  return orNotFound(store.phaxCodes.get(identifier));
}

/** The default PhaxCode of the account. The data directory of an earlier faxsim has none until its first read. */
export function getDefaultPhaxCode(context: OperationContext): PhaxCode | Promise<PhaxCode> {
  return find(context, labels.default) ?? add(context, { metadata: null, isDefault: true });
}

/** A barcode of a received document, with its PhaxCode. The names of the types are assumed. */
export function recognize({ store }: Pick<OperationContext, 'store'>, found: FoundBarcode): Barcode {
  const code = found.type === 'Code128' ? store.phaxCodes.get(found.value) : undefined;
  if (code === undefined) return { ...found, identifier: null, metadata: null };
  return { ...found, type: 'PhaxCode', identifier: code.identifier, metadata: code.metadata };
}

function find({ store }: OperationContext, label: Label): PhaxCode | Promise<PhaxCode> | undefined {
  const [code] = store.phaxCodes.find({ labels: [label] }).slice(0, 1);
  return code && (pendingCommits.get(code) ?? code);
}

function add(
  context: OperationContext,
  content: Pick<PhaxCode, 'metadata' | 'isDefault'>,
): PhaxCode | Promise<PhaxCode> {
  const { store } = context;
  const code: PhaxCode = {
    ...content,
    identifier: freeIdentifier(context, content),
    createdAt: currentSecond(context),
  };
  const commit = store.commit(() => {
    store.phaxCodes.put(code);
    return code;
  });
  if (commit instanceof Promise) {
    const done = () => pendingCommits.delete(code);
    pendingCommits.set(code, commit);
    commit.then(done, done);
  }
  return commit;
}

/** Depends on the metadata where there are some, so that they have the same code in every world of that seed. */
function freeIdentifier(
  { store, seed }: OperationContext,
  { metadata, isDefault }: Pick<PhaxCode, 'metadata' | 'isDefault'>,
) {
  const of = isDefault ? 'default' : metadata === null ? store.phaxCodes.size : `of ${metadata}`;
  for (let attempt = 0; ; attempt++) {
    const identifier = drawIdentifier(seed, of, attempt);
    if (store.phaxCodes.get(identifier) === undefined) return identifier;
  }
}
