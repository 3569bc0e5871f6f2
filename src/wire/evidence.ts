import * as v from 'valibot';
import account from '../../docs/evidence/account.yaml';
import atas from '../../docs/evidence/atas.yaml';
import blockingRules from '../../docs/evidence/blocking-rules.yaml';
import faxes from '../../docs/evidence/faxes.yaml';
import fixtures from '../../docs/evidence/fixtures.yaml';
import phaxCodes from '../../docs/evidence/phax-codes.yaml';
import phoneNumbers from '../../docs/evidence/phone-numbers.yaml';
import portOrders from '../../docs/evidence/port-orders.yaml';
import requests from '../../docs/evidence/requests.yaml';
import sinch from '../../docs/evidence/sinch.yaml';
import webhooks from '../../docs/evidence/webhooks.yaml';
import { apiVersions, operationIds } from '../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import { refusalKinds } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { entriesOf, fromNames, keysOf } from '../model/shared/objects.ts';

/** The meanings of the marks, the surest first. A mark says how sure it is that the real service does the same. */
export const markMeanings = {
  recorded: 'seen in recorded traffic of the real service',
  documented: 'said by its documentation',
  client: 'done, or expected, by an official client',
  'third-party': 'shown by code or posts of others',
  assumed: 'a choice, since nothing is known',
} as const;
export type Mark = keyof typeof markMeanings;
export const marks = keysOf<Mark>(markMeanings);

const serviceParts = [
  'authentication',
  'calls',
  'documents',
  'fixtures',
  'paging',
  'portOrders',
  'refusals',
  'requests',
  'times',
  'webhooks',
] as const;

const text = v.pipe(v.string(), v.nonEmpty());

/** A mark with its source: where the behaviour was seen or, for an assumption, the reason. */
const proof = v.pipe(
  v.record(v.picklist(marks), text),
  v.transform((byMark) => entriesOf(byMark).map(([mark, source]) => ({ mark, source }))),
  v.strictTuple([v.object({ mark: v.picklist(marks), source: v.string() })], 'must be one mark and its source'),
  v.transform(([only]) => only),
);
export type Proof = Readonly<v.InferOutput<typeof proof>>;

/** Reads groups of names that share a proof as proofs by name. */
const proofs = v.pipe(
  v.array(v.looseObject({ names: v.array(text) })),
  v.transform((groups) => groups.flatMap(({ names, ...byMark }) => names.map((name) => [name, byMark]))),
  v.array(v.tuple([v.string(), proof])),
  v.check((entries) => new Set(entries.map(([name]) => name)).size === entries.length, 'must have each name once'),
  v.transform((entries): Readonly<Record<string, Proof>> => Object.fromEntries(entries)),
);
export type Proofs = v.InferOutput<typeof proofs>;

const refusal = v.strictObject({ status: proof, text: proof });
const difference = v.exactOptional(v.partial(refusal));
export type RefusalEvidence = Readonly<v.InferOutput<typeof refusal>>;

/** The evidence for an operation in one version. */
const operation = v.strictObject({
  /** Evidence for the path and method. */
  call: proof,
  /** Evidence for the text of a success; null for a file, and for an answer without a text. */
  message: v.nullable(proof),
  parameters: v.optional(proofs, []),
  /** Evidence for refusals, if it differs from the evidence for refusals in general. */
  refusals: v.exactOptional(v.record(v.picklist(refusalKinds), refusal)),
});
export type OperationEvidence = Readonly<v.InferOutput<typeof operation>>;
export type ByVersion = Readonly<Partial<Record<ApiVersion, OperationEvidence>>>;

const version = v.picklist(apiVersions);

/** A file of `docs/evidence`. */
const evidenceFile = v.strictObject({
  operations: v.optional(v.record(v.picklist(operationIds), v.record(version, operation)), {}),
  /** The fields of records; `Answer` is the envelope around them. */
  records: v.optional(v.record(version, v.record(v.string(), proofs)), {}),
  /** Evidence for refusals in general, and for versions that differ. */
  refusals: v.optional(
    v.record(
      v.picklist(refusalKinds),
      v.strictObject({
        ...v.partial(refusal).entries,
        ...fromNames<Record<ApiVersion, typeof difference>>(apiVersions, () => difference),
      }),
    ),
    {},
  ),
  /** Choices without enough evidence from the real service. */
  assumptions: v.optional(
    v.array(v.strictObject({ about: v.picklist([...operationIds, ...serviceParts]), choice: text, because: text })),
    [],
  ),
});

/** All files, in the order of the generated pages. */
const files = [
  requests,
  faxes,
  phoneNumbers,
  account,
  atas,
  portOrders,
  phaxCodes,
  blockingRules,
  webhooks,
  fixtures,
  sinch,
] as const;

export type Evidence = ReturnType<typeof joinFiles>;

let evidence: Evidence | undefined;

/** Returns all evidence, joined at the first call. */
export const readEvidence = (): Evidence => (evidence ??= joinFiles());

/** The evidence for an operation in a version; undefined for a version without the operation. */
export const findEvidence = (operation: OperationId, version: ApiVersion): OperationEvidence | undefined =>
  readEvidence().operations[operation][version];

/** The evidence for a refusal: the operation's own if it differs, otherwise that for refusals in general. */
export const findRefusalEvidence = (version: ApiVersion, kind: RefusalKind, operation?: OperationId): RefusalEvidence =>
  (operation && findEvidence(operation, version)?.refusals?.[kind]) ?? readEvidence().refusals[version][kind];

function joinFiles() {
  const parts = files.map((file) => v.parse(evidenceFile, file));
  const operations = joinNested(parts.map((part) => part.operations));
  const refusals = joinNested(parts.map((part) => part.refusals));
  return {
    /** Evidence by operation and version; a version without the operation has none for it. */
    operations: fromNames<Readonly<Record<OperationId, ByVersion>>>(operationIds, (id) => operations[id] ?? {}),
    records: fromNames<Readonly<Record<ApiVersion, Readonly<Record<string, Proofs>>>>>(apiVersions, (name) =>
      joinMembers(parts.map(({ records }) => records[name] ?? {})),
    ),
    refusals: fromNames<Readonly<Record<ApiVersion, RefusalProofs>>>(apiVersions, (name) =>
      fromNames<RefusalProofs>(refusalKinds, (kind) => {
        const { [name]: own, ...known } = refusals[kind] ?? {};
        const { status, text } = { ...known, ...own };
        if (status && text) return { status, text };
        throw new Error(`docs/evidence must have the refusal ${kind}`);
      }),
    ),
    assumptions: parts.flatMap(({ assumptions }) => assumptions),
  };
}

type RefusalProofs = Readonly<Record<RefusalKind, RefusalEvidence>>;

/** Joins objects; members of the same name are joined, too. */
function joinNested<K extends string, T extends object>(
  parts: readonly Readonly<Partial<Record<K, T>>>[],
): Readonly<Partial<Record<K, T>>> {
  const names = [...new Set(parts.flatMap((part) => keysOf<K>(part)))];
  return fromNames<Record<K, T>>(names, (name) => joinMembers(parts.map((part) => part[name] ?? ({} as T))));
}

const joinMembers = <T extends object>(parts: readonly T[]): T => parts.reduce((all, part) => ({ ...all, ...part }));
