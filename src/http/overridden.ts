import type { RefusalKind } from '../domain/refusal.ts';
import { messageOverride, refusalOverride } from '../evidence/overrides.ts';
import type { Overrides } from '../evidence/overrides.ts';
import { withMessage } from '../wire/reply.ts';
import type { RefusalForm } from './errors.ts';
import type { Answer, Route, Version } from './route.ts';

/** A version with overrides in place of assumed statuses and texts. */
export const overridden = (version: Version, overrides: Overrides): Version => ({
  ...version,
  routes: version.routes.map((row) => overriddenRow(row, version, overrides)),
  refusals: overriddenRefusals(version, overrides),
});

function overriddenRow(row: Route, { name }: Version, overrides: Overrides): Route {
  const message = messageOverride(overrides, name, row.operation);
  if (message === undefined) return row;
  const change = (answer: Answer): Answer => ('json' in answer ? withMessage(answer, message) : answer);
  return {
    ...row,
    answer: (caller, params) => {
      const answer = row.answer(caller, params);
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
