import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { apiVersions, operationIds } from '../model/domain/operation.ts';
import type { ApiVersion } from '../model/domain/operation.ts';
import { refusalKinds } from '../model/domain/refusal.ts';
import type { Overrides } from '../model/fields/kinds.ts';
import { CliError, FaultyFile, reasonOf } from '../model/shared/errors.ts';
import { entriesOf, fromNames, isTooDeep, tooDeepMessage } from '../model/shared/objects.ts';
import { readLocated } from '../model/shared/yaml-document.ts';
import { exactly, status, text } from '../scenarios/schema-primitives.ts';
import { findEvidence, findRefusalEvidence } from '../wire/evidence.ts';
import type { Proof } from '../wire/evidence.ts';
import { refusals, v1Refusals } from './errors.ts';
import { isAssumed } from './evidence.ts';

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
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
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
    const name = (issue.path ?? []).map((item) => String(item.key)).join('.');
    throw overridesError(`${where}${name === '' ? 'the whole' : name} ${issue.message}`);
  }
  const fault = [...faultsOf(result.output)][0];
  if (fault !== undefined) throw overridesError(where + fault);
  return result.output;
}

function* faultsOf({ refusals: overriddenRefusals = {}, messages = {} }: Overrides): Generator<string> {
  for (const [kind, { status, message } = {}] of entriesOf(overriddenRefusals)) {
    const isSame = status === refusals.statuses[kind] || status === v1Refusals.statuses[kind];
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
    if (!apiVersions.some(proofOf)) yield `messages.${id} has no effect: it answers a file`;
    yield* refuseProven(`messages.${id}`, proofOf);
  }
}

/** Refuses an override of what no version assumes, with the evidence of the latest version. */
function* refuseProven(name: string, proofOf: (version: ApiVersion) => Proof | null | undefined): Generator<string> {
  const proofs = apiVersions.map(proofOf).filter((proof) => proof !== undefined && proof !== null);
  const proof = proofs.some(isAssumed) ? undefined : proofs.at(-1);
  if (proof !== undefined) {
    yield `${name} is ${proof.mark} (${proof.source}); only what is assumed can be overridden`;
  }
}
