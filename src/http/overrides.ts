import * as v from 'valibot';
import { phaxioVersions, operationIds } from '../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import type { Overrides, RefusalOverride } from '../model/domain/overrides.ts';
import { Refusal, refusalKinds } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { readGivenFile } from '../model/shared/given-file.ts';
import { CliError, FaultyFile, reasonOf } from '../model/shared/errors.ts';
import { entriesOf, fromNames, isTooDeep, tooDeepMessage } from '../model/shared/objects.ts';
import { readLocated } from '../model/shared/yaml-document.ts';
import { exactly, status, text } from '../scenarios/schema-primitives.ts';
import { findEvidence, findRefusalEvidence } from '../wire/evidence.ts';
import type { Proof } from '../wire/evidence.ts';
import { withMessage } from '../wire/reply.ts';
import type { RefusalForm } from './errors.ts';
import type { Face, FaceEvidence } from './face.ts';
import { faces } from './faces/faces.ts';
import type { Answer, Route } from './route.ts';
import { asText } from '../model/shared/conversion.ts';

const message = v.pipe(text, v.nonEmpty('must not be empty'));
const refusal = exactly({ status: v.optional(status), message: v.optional(message) });

const entries = <const N extends string, S extends v.GenericSchema>(names: readonly N[], schema: S) =>
  fromNames<Record<N, v.OptionalSchema<S, undefined>>>(names, () => v.optional(schema, undefined));

/** A file of overrides. */
const overridesSchema = exactly({
  refusals: v.optional(exactly(entries(refusalKinds, refusal))),
  messages: v.optional(exactly(entries(operationIds, message))),
});

/** The error of overrides that cannot be used; the problem is one line. */
const overridesError = (problem: string): CliError => new CliError(problem, { setting: 'overrides' });

/** Reads overrides from a YAML or JSON file. Throws a CliError. */
export async function loadOverrides(path: string): Promise<Overrides> {
  const text = await readGivenFile(path).catch((error: unknown) => {
    throw overridesError(`${path} cannot be read: ${reasonOf(error)}`);
  });
  let value: unknown;
  try {
    ({ value } = readLocated(path, text, { isText: () => false }));
  } catch (error) {
    throw error instanceof FaultyFile ? overridesError(error.message) : error;
  }
  return checkOverrides(value ?? {}, path);
}

/** Checks overrides, which may replace only assumptions. Throws a CliError. */
export function checkOverrides(value: unknown, path?: string): Overrides {
  const where = path === undefined ? '' : `${path}: `;
  if (isTooDeep(value)) throw overridesError(tooDeepMessage(path ?? 'overrides'));
  const result = v.safeParse(overridesSchema, value, { abortEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    const name = (issue.path ?? []).map((item) => asText(item.key)).join('.');
    throw overridesError(`${where}${name === '' ? 'the whole' : name} ${issue.message}`);
  }
  const fault = [...faultsOf(result.output)][0];
  if (fault !== undefined) throw overridesError(where + fault);
  return result.output;
}

function* faultsOf({ refusals: overriddenRefusals = {}, messages = {} }: Overrides): Generator<string> {
  for (const [kind, { status, message } = {}] of entriesOf(overriddenRefusals)) {
    const isSame = faces.some(({ refusals }) => refusals.statuses[kind] === status);
    if (status !== undefined && !isSame) {
      yield* refuseProven(`refusals.${kind}.status`, (version) => findRefusalEvidence(version, kind).status);
    }
    if (message !== undefined) {
      yield* refuseProven(`refusals.${kind}.message`, (version) => findRefusalEvidence(version, kind).text);
    }
  }
  for (const [id, message] of entriesOf(messages)) {
    if (message === undefined) continue;
    const proofOf = (version: ApiVersion) => findEvidence(id, version)?.message;
    if (!phaxioVersions.some(proofOf)) yield `messages.${id} has no effect: it answers a file`;
    yield* refuseProven(`messages.${id}`, proofOf);
  }
}

/** Refuses an override of what no version assumes, with the evidence of the latest version. */
function* refuseProven(name: string, proofOf: (version: ApiVersion) => Proof | null | undefined): Generator<string> {
  const proofs = phaxioVersions.map(proofOf).filter((proof) => proof !== undefined && proof !== null);
  const proof = proofs.some(isAssumed) ? undefined : proofs.at(-1);
  if (proof !== undefined) {
    yield `${name} is ${proof.mark} (${proof.source}); only what is assumed can be overridden`;
  }
}

const isAssumed = (proof: { readonly mark: string } | null | undefined): boolean => proof?.mark === 'assumed';

/** A face of Phaxio with overrides in place of its assumed statuses and texts; v3 stays as it is. */
export function withOverrides(face: Face, overrides: Overrides): Face {
  const { evidence } = face;
  const isPhaxio = phaxioVersions.some((version) => version === face.version);
  if (evidence === null || !isPhaxio || Object.keys(overrides).length === 0) return face;
  const messageOf = (id: OperationId): string | undefined =>
    isAssumed(evidence.ofOperation(id)?.message) ? overrides.messages?.[id] : undefined;
  const refusalOf = (kind: RefusalKind): RefusalOverride => {
    const { status, message } = overrides.refusals?.[kind] ?? {};
    const known = evidence.ofRefusal(kind, undefined);
    return { ...(isAssumed(known.status) && { status }), ...(isAssumed(known.text) && { message }) };
  };
  return {
    ...face,
    routes: face.routes.map((route) => withText(route, messageOf(route.operation))),
    refusals: overriddenRefusals(face.refusals, refusalOf),
    evidence: overriddenEvidence(evidence, messageOf, refusalOf),
  };
}

function withText(route: Route, message: string | undefined): Route {
  if (message === undefined) return route;
  const change = (answer: Answer): Answer => ('json' in answer ? withMessage(answer, message) : answer);
  return {
    ...route,
    answer: (caller, params) => {
      const answer = route.answer(caller, params);
      return answer instanceof Promise ? answer.then(change) : change(answer);
    },
  };
}

type RefusalOverrides = (kind: RefusalKind) => RefusalOverride;

const overriddenRefusals = (refusals: RefusalForm, overrideOf: RefusalOverrides): RefusalForm => ({
  ...refusals,
  statuses: fromNames(refusalKinds, (kind) => overrideOf(kind).status ?? refusals.statuses[kind]),
  bodyOf: (refusal) => {
    const { message } = overrideOf(refusal.kind);
    return refusals.bodyOf(message === undefined ? refusal : new Refusal(refusal.kind, message));
  },
});

/** An override is neither the simulator's choice nor known behaviour of the real service, so it has its own mark. */
const overridden = { mark: 'overridden' } as const;

const overriddenEvidence = (
  evidence: FaceEvidence,
  messageOf: (id: OperationId) => string | undefined,
  overrideOf: RefusalOverrides,
): FaceEvidence => ({
  ...evidence,
  ofOperation: (id) => {
    const proofs = evidence.ofOperation(id);
    return proofs === undefined || messageOf(id) === undefined ? proofs : { ...proofs, message: overridden };
  },
  ofRefusal: (kind, id) => {
    const { status, text } = evidence.ofRefusal(kind, id);
    const own = overrideOf(kind);
    return {
      status: own.status === undefined ? status : overridden,
      text: own.message === undefined ? text : overridden,
    };
  },
});
