import type { RefusalKind } from '../model/domain/refusal.ts';
import { apiVersions } from '../model/domain/operation.ts';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import type { Overrides, RefusalOverride } from '../model/settings/overrides.ts';
import { findEvidence, findRefusalEvidence } from '../wire/evidence.ts';
import type { Proof } from '../wire/evidence.ts';
import { withMessage } from '../wire/reply.ts';
import type { RefusalForm } from './errors.ts';
import type { Answer, Route, Version } from './route.ts';

/** A version with overrides in place of assumed statuses and texts. */
export const applyOverrides = (version: Version, overrides: Overrides): Version => ({
  ...version,
  routes: version.routes.map((route) => overriddenRow(route, version, overrides)),
  refusals: overriddenRefusals(version, overrides),
});

function overriddenRow(route: Route, { name }: Version, overrides: Overrides): Route {
  const message = messageOverride(overrides, name, route.operation);
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

function overriddenRefusals({ name, refusals }: Version, overrides: Overrides): RefusalForm {
  const override = (kind: RefusalKind) => refusalOverride(overrides, name, kind);
  return {
    statusOf: (refusal) => override(refusal.kind).status ?? refusals.statusOf(refusal),
    messageOf: (refusal) => override(refusal.kind).message ?? refusals.messageOf(refusal),
  };
}

const isAssumed = (proof: Proof | null | undefined): boolean => proof?.mark === 'assumed';

/** The part of an override that applies to a version: only assumed statuses and texts can be replaced. */
export function refusalOverride({ refusals = {} }: Overrides, version: ApiVersion, kind: RefusalKind): RefusalOverride {
  const override = refusals[kind];
  if (override === undefined) return {};
  const known = findRefusalEvidence(version, kind);
  return {
    ...(isAssumed(known.status) && { status: override.status }),
    ...(isAssumed(known.text) && { message: override.message }),
  };
}

/** The text in place of an operation's message, which must be assumed in the version; undefined: none is given. */
export function messageOverride(
  { messages = {} }: Overrides,
  version: ApiVersion,
  id: OperationId,
): string | undefined {
  const override = messages[id];
  return override !== undefined && isAssumed(findEvidence(id, version)?.message) ? override : undefined;
}

/** The proof against an override: the evidence of the latest version; undefined where one version has an assumption. */
export function proofAgainst(proofOf: (version: ApiVersion) => Proof | null | undefined): Proof | undefined {
  const proofs = apiVersions.map(proofOf).filter((proof) => proof !== undefined && proof !== null);
  return proofs.some(isAssumed) ? undefined : proofs.at(-1);
}
