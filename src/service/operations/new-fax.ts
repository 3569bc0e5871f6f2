import { changedFax } from '../../model/domain/fax.ts';
import type { Due, Fax } from '../../model/domain/fax.ts';
import { paceOf } from '../../model/domain/pace.ts';
import type { OperationContext } from './operation-context.ts';

/** The first step of a fax outside of a batch. */
export function firstStep(
  { clock, paces }: Pick<OperationContext, 'clock' | 'paces'>,
  { isTest }: Pick<Fax, 'isTest'>,
): Due {
  return { at: clock.now() + paceOf(paces, isTest).convert, step: 'convert', page: 0 };
}

/**
 * Gives a new fax the course of a scenario; call it within a commit. `original` is the fax that it resends; `pages` are
 * those of its document, if they are known already.
 */
export function withScriptedCourse(
  { store, scripting }: OperationContext,
  fax: Fax,
  { original, pages }: { readonly original?: Fax; readonly pages?: number | undefined } = {},
): Fax {
  const counted = pages === undefined ? fax : changedFax(fax, { documentPages: pages });
  const course = scripting.courseOf(counted, original);
  store.whenStored(() => course.onStored?.());
  const scripted =
    course.script.length === 0 ? fax : changedFax(fax, { options: { ...fax.options, script: course.script } });
  const { due } = scripted;
  return course.delayMs === undefined || due === null
    ? scripted
    : changedFax(scripted, { due: { ...due, at: due.at + course.delayMs } });
}
