import type { ApiVersion } from '../model/domain/operation.ts';
import type { RefusalKind } from '../model/domain/refusal.ts';
import { findEvidence, findRefusalEvidence, readEvidence } from '../wire/evidence.ts';
import type { Proofs } from '../wire/evidence.ts';
import { envelopeOf, jsonSchemaOf } from '../wire/json-schema.ts';
import type { ApiCall, RoutedCall } from './api-call.ts';
import type { Face, FaceEvidence } from './face.ts';
import type { Route } from './route.ts';

/** The evidence of a version. */
export const evidenceOf = (version: ApiVersion): FaceEvidence => ({
  ofOperation: (id) => findEvidence(id, version),
  ofRefusal: (kind, id) => findRefusalEvidence(version, kind, id),
  ofRecords: () => readEvidence().records[version],
});

/** Header of a request for the evidence of its response. */
const evidenceHeader = 'x-faxsim-evidence';

const name = 'X-Faxsim-Evidence';

/** Adds the response header with the evidence, if the request has the header `X-Faxsim-Evidence`. */
export function showEvidence(call: RoutedCall): void {
  const { evidence } = call.face;
  if (evidence !== null && asksForEvidence(call)) call.res.setHeader(name, successEvidence(evidence, call.route));
}

/** Marks a scripted response: it is no evidence about the real service. */
export function showScripted(call: ApiCall): void {
  call.isScripted = true;
  if (asksForEvidence(call)) call.res.setHeader(name, 'scripted');
}

const asksForEvidence = ({ headers }: ApiCall): boolean => headers[evidenceHeader] !== undefined;

/** The header with the evidence of a refusal, whose route may still be unknown. */
export function evidenceOfRefusal(
  call: ApiCall,
  { evidence }: Face,
  kind: RefusalKind,
): Readonly<Record<string, string>> {
  if (evidence === null || !asksForEvidence(call)) return {};
  if (call.isScripted) return { [name]: 'status=scripted; message=scripted' };
  const { status, text } = evidence.ofRefusal(kind, call.route?.operation);
  return { [name]: `status=${status.mark}; message=${text.mark}` };
}

/** `recorded; message=recorded; parameters=documented:2; fields=recorded:17,client:5; assumed=callback_url`. */
function successEvidence(evidence: FaceEvidence, route: Route): string {
  const proofs = evidence.ofOperation(route.operation);
  if (proofs === undefined) return 'assumed';
  const { call, message, parameters } = proofs;
  const fields = fieldsOf(evidence, route);
  const assumed = Object.entries({ ...parameters, ...fields }).flatMap(([field, { mark }]) =>
    mark === 'assumed' ? [field] : [],
  );
  return [
    call.mark,
    ...(message === null ? [] : [`message=${message.mark}`]),
    ...countMarks('parameters', parameters),
    ...countMarks('fields', fields),
    ...(assumed.length === 0 ? [] : [`assumed=${assumed.join(',')}`]),
  ].join('; ');
}

function countMarks(what: string, proofs: Proofs): readonly string[] {
  const counts = new Map<string, number>();
  for (const { mark } of Object.values(proofs)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  const texts = [...counts].map(([mark, count]) => `${mark}:${count}`);
  return texts.length === 0 ? [] : [`${what}=${texts.join(',')}`];
}

/** The fields of all records that an answer shows, as `Fax.id`. */
function fieldsOf(evidence: FaceEvidence, { shape }: Route): Proofs {
  if (shape.kind !== 'json') return {};
  const titles = new Set<string>();
  jsonSchemaOf(shape.body, (title, make) => {
    titles.add(title);
    return make();
  });
  const { Answer: around = {}, ...records } = evidence.ofRecords();
  const fields = envelopeOf(shape.body);
  return Object.fromEntries([
    ...Object.entries(around).filter(([field]) => fields.includes(field)),
    ...[...titles].flatMap((title) =>
      Object.entries(records[title] ?? {}).map(([field, proof]) => [`${title}.${field}`, proof] as const),
    ),
  ]);
}
