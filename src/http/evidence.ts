import { refusalKinds } from '../model/domain/refusal.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import type { ApiVersion, OperationId } from '../model/domain/operation.ts';
import type { Overrides, RefusalOverride } from '../model/fields/kinds.ts';
import { fromNames } from '../model/shared/objects.ts';
import { findEvidence, findRefusalEvidence, readEvidence } from '../wire/evidence.ts';
import type { Mark, Proof, Proofs } from '../wire/evidence.ts';
import { entriesOf, jsonSchemaOf } from '../wire/json-schema.ts';
import type { ApiCall, RoutedCall, Dependencies } from './api-call.ts';
import type { Route, Answer, Version } from './route.ts';
import { withMessage } from '../wire/reply.ts';
import type { RefusalForm } from './errors.ts';

/** Of a request: asks for the evidence of its response. */
const evidenceHeader = 'x-faxsim-evidence';

const name = 'X-Faxsim-Evidence';

/** Says in a header how sure one can be of the answer, where the request has the header `X-Faxsim-Evidence`. */
export function showEvidence(call: RoutedCall, { overrides }: Dependencies): void {
  if (asksForEvidence(call)) call.res.setHeader(name, successEvidence(call.version.name, call.route, overrides));
}

/** A response by a scenario is no evidence of the real service. */
export function showScripted(call: ApiCall): void {
  call.isScripted = true;
  if (asksForEvidence(call)) call.res.setHeader(name, 'scripted');
}

const asksForEvidence = ({ headers }: ApiCall): boolean => headers[evidenceHeader] !== undefined;

/** The same for a request that is refused, maybe before anyone knows which route it asks for. */
export function evidenceOfRefusal(
  call: ApiCall,
  { version, kind, overrides }: { version: ApiVersion; kind: RefusalKind; overrides: Overrides },
): Readonly<Record<string, string>> {
  if (!asksForEvidence(call)) return {};
  if (call.isScripted) return { [name]: 'status=scripted; message=scripted' };
  const { status, text } = findRefusalEvidence(version, kind, call.route?.operation);
  const own = refusalOverride(overrides, version, kind);
  return { [name]: `status=${markOf(status, own.status)}; message=${markOf(text, own.message)}` };
}

/** An override is neither the simulator's choice nor known behaviour of the real service, so it has its own mark. */
const markOf = ({ mark }: Proof, override: unknown): string => (override === undefined ? mark : 'overridden');

/** `recorded; message=recorded; parameters=documented:2; fields=recorded:17,client:5; assumed=callback_url`. */
function successEvidence(version: ApiVersion, route: Route, overrides: Overrides): string {
  const evidence = findEvidence(route.operation, version);
  if (evidence === undefined) return 'assumed';
  const { call, message, parameters } = evidence;
  const fields = fieldsOf(version, route);
  const assumed = Object.entries({ ...parameters, ...fields }).flatMap(([field, { mark }]) =>
    mark === 'assumed' ? [field] : [],
  );
  return [
    call.mark,
    ...(message === null ? [] : [`message=${markOf(message, messageOverride(overrides, version, route.operation))}`]),
    ...countMarks('parameters', parameters),
    ...countMarks('fields', fields),
    ...(assumed.length === 0 ? [] : [`assumed=${assumed.join(',')}`]),
  ].join('; ');
}

function countMarks(what: string, proofs: Proofs): readonly string[] {
  const counts = new Map<Mark, number>();
  for (const { mark } of Object.values(proofs)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const texts = [...counts].map(([mark, count]) => `${mark}:${count}`);
  return texts.length === 0 ? [] : [`${what}=${texts.join(',')}`];
}

/** The fields of all records that an answer shows, as `Fax.id`. */
function fieldsOf(version: ApiVersion, { shape }: Route): Proofs {
  if (shape.kind === 'file') return {};
  const titles = new Set<string>();
  jsonSchemaOf(shape.body, (title, make) => {
    titles.add(title);
    return make();
  });
  const { Answer: around = {}, ...records } = readEvidence().records[version];
  const fields = Object.keys(entriesOf(shape.body));
  return Object.fromEntries([
    ...Object.entries(around).filter(([field]) => fields.includes(field)),
    ...[...titles].flatMap((title) =>
      Object.entries(records[title] ?? {}).map(([field, proof]) => [`${title}.${field}`, proof] as const),
    ),
  ]);
}

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
    statuses: fromNames(refusalKinds, (kind) => override(kind).status ?? refusals.statuses[kind]),
    messageOf: (refusal) => override(refusal.kind).message ?? refusals.messageOf(refusal),
  };
}

export const isAssumed = (proof: Proof | null | undefined): boolean => proof?.mark === 'assumed';

/** The part of an override that applies to a version: only assumed statuses and texts can be replaced. */
function refusalOverride({ refusals = {} }: Overrides, version: ApiVersion, kind: RefusalKind): RefusalOverride {
  const override = refusals[kind];
  if (override === undefined) return {};
  const known = findRefusalEvidence(version, kind);
  return {
    ...(isAssumed(known.status) && { status: override.status }),
    ...(isAssumed(known.text) && { message: override.message }),
  };
}

/** The text in place of an operation's message, which must be assumed in the version; undefined: none is given. */
function messageOverride({ messages = {} }: Overrides, version: ApiVersion, id: OperationId): string | undefined {
  const override = messages[id];
  return override !== undefined && isAssumed(findEvidence(id, version)?.message) ? override : undefined;
}
