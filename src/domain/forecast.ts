import { completeConversion, faxStepFunctions } from './course.ts';
import type { Fax, FaxStep } from './fax.ts';
import type { StepContext } from './step.ts';

/** A step that a fax is expected to take, and the fax after it. */
export interface ExpectedStep {
  readonly at: number;
  readonly step: FaxStep;
  readonly after: Fax;
}

const mostSteps = 60;

/**
 * The steps that a fax takes from now on if nothing else happens to it, at most 60. A fax that waits to be converted counts
 * as one page where its pages are not known. Steps without a time (`stuck`, `unread`) end the list.
 */
export function forecast(fax: Fax, context: StepContext): ExpectedStep[] {
  const expected: ExpectedStep[] = [];
  for (let current = fax; current.due !== null && expected.length < mostSteps;) {
    const { at, step } = current.due;
    if (step === 'stuck' || step === 'unread') break;
    const now = Math.max(at, context.now);
    const atStep = { ...context, now };
    const { fax: after } =
      step === 'convert'
        ? completeConversion(current, documentOf(current), atStep)
        : faxStepFunctions[step](current, atStep);
    expected.push({ at: now, step, after });
    current = after;
  }
  return expected;
}

const documentOf = ({ document, documentPages }: Fax) => ({ blob: document, pages: Math.max(documentPages, 1) });
