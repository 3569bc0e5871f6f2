import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CliError } from '../cli-error.ts';
import { apiVersions } from '../evidence/evidence.ts';
import { proofAgainst } from '../evidence/overrides.ts';
import type { Overrides } from '../evidence/overrides.ts';
import type { Proof } from '../evidence/proof.ts';
import { refusalEvidence } from '../evidence/refusals.ts';
import { operationEvidence } from '../evidence/table.ts';
import { refusals, v1Refusals } from '../http/errors.ts';
import { isTooDeep, tooDeepMessage } from '../shared/nesting.ts';
import { FaultyFile } from '../user-files/faulty-file.ts';
import { readLocated } from '../user-files/located.ts';
import { reasonOf } from '../shared/errors.ts';
import { operationIds } from '../domain/operation.ts';
import { keysOf, entriesOf, fromNames } from '../shared/objects.ts';

const kinds = keysOf(refusalEvidence.v2);

const text = v.pipe(v.string('must be text'), v.nonEmpty('must not be empty'));
const status = v.pipe(
  v.number('must be a number'),
  v.integer('must be an integer'),
  v.minValue(200, 'must be from 200 to 599'),
  v.maxValue(599, 'must be from 200 to 599'),
);
const refusal = v.strictObject({ status: v.optional(status), message: v.optional(text) }, fieldsAre('status, message'));

const entries = <const N extends string, S extends v.GenericSchema>(names: readonly N[], schema: S) =>
  fromNames<Record<N, v.OptionalSchema<S, undefined>>>(names, () => v.optional(schema, undefined));

/** A file of overrides. */
const overridesForm = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value), 'must be an object of refusals, messages'),
  v.strictObject(
    {
      refusals: v.optional(v.strictObject(entries(kinds, refusal), fieldsAre(kinds.join(', ')))),
      messages: v.optional(
        v.strictObject(entries(operationIds, text), fieldsAre('operations such as getBlockingRule')),
      ),
    },
    fieldsAre('refusals, messages'),
  ),
);

/** The message about an object, with its possible keys. */
function fieldsAre(known: string) {
  return (issue: v.StrictObjectIssue): string =>
    issue.expected === 'never' ? `is not known; known are ${known}` : `must be an object of ${known}`;
}

/** The error of overrides that cannot be used; the problem is one line. */
const overridesError = (problem: string): CliError => new CliError(problem, { setting: 'overrides' });

/** Reads overrides from a YAML or JSON file. Throws a CliError. */
export async function loadOverrides(path: string): Promise<Overrides> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw overridesError(`${path} cannot be read: ${reasonOf(error)}`);
  });
  return checkOverrides(valueOf(text, path) ?? {}, path);
}

function valueOf(text: string, path: string): unknown {
  try {
    return readLocated(path, text, { isText: () => false }).value;
  } catch (error) {
    throw error instanceof FaultyFile ? overridesError(error.message) : error;
  }
}

/** Checks overrides, which may replace only assumptions. Throws a CliError. */
export function checkOverrides(value: unknown, path?: string): Overrides {
  const where = path === undefined ? '' : `${path}: `;
  if (isTooDeep(value)) throw overridesError(tooDeepMessage(path ?? 'overrides'));
  const result = v.safeParse(overridesForm, value, { abortEarly: true });
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
      yield* refuseProven(
        `refusals.${kind}.status`,
        proofAgainst((version) => refusalEvidence[version][kind].status),
      );
    }
    if (message !== undefined) {
      yield* refuseProven(
        `refusals.${kind}.message`,
        proofAgainst((version) => refusalEvidence[version][kind].text),
      );
    }
  }
  for (const [id, message] of entriesOf(messages)) {
    if (message === undefined) continue;
    if (apiVersions.every((version) => !operationEvidence[id][version]?.message)) {
      yield `messages.${id} has no effect: it answers a file`;
    }
    yield* refuseProven(
      `messages.${id}`,
      proofAgainst((version) => operationEvidence[id][version]?.message),
    );
  }
}

function* refuseProven(name: string, proof: Proof | undefined): Generator<string> {
  if (proof === undefined) return;
  yield `${name} is ${proof.mark} (${proof.source}); only what is assumed can be overridden`;
}
