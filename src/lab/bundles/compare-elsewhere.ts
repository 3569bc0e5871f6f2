import { CliError, errorCode, errorText, reasonOf } from '../../model/shared/errors.ts';
import type { Bundle, BundledRequest } from '../../worlds/history/bundle.ts';
import { answerDifferences, findingOf, laterIn } from './compare.ts';
import type { CommonPart } from './compare.ts';
import { answerFields, firstRevision } from '../../wire/answer-fields.ts';
import { isWholeRequest, sendAgain } from './repetition.ts';
import type { Target } from './repetition.ts';

/** Errors which mean that no server is there to compare with. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT']);

/** Sends the read-only requests of a bundle to another server, and compares the answers. Throws a CliError without a connection. */
export async function compareElsewhere(bundle: Bundle, target: Target): Promise<CommonPart[]> {
  const findings: CommonPart[] = [];
  for (const step of bundle.steps) {
    if (step.kind !== 'request' || step.method !== 'GET' || !isWholeRequest(step, bundle)) continue;
    findings.push(await compareOne(step, bundle, target));
  }
  return findings;
}

async function compareOne(step: BundledRequest, bundle: Bundle, target: Target): Promise<CommonPart> {
  const what = `${step.method} ${step.url}`;
  try {
    const { status, type, headers, body } = await sendAgain(step, bundle, target);
    // Cut like the text in the bundle.
    const text = body.toString().slice(0, step.answer.tag === null ? undefined : step.answer.body?.length);
    const seen = { status, type, headers, bytes: body.length, body: step.answer.body === null ? null : text };
    const later = laterIn([bundle.answer_fields ?? firstRevision, answerFields.revision]);
    return findingOf('request', what, answerDifferences(step, { ...step, answer: { ...step.answer, ...seen } }, later));
  } catch (error) {
    if (unreachable.has(errorCode(error) ?? '')) {
      throw new CliError(`no answer from ${target.baseUrl}: ${reasonOf(error)}`, { exitCode: 1 });
    }
    return { kind: 'request', what, grade: 'differs', differences: [`no answer: ${errorText(error)}`] };
  }
}
