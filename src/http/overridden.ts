import type { RefusalKind } from '../domain/refusal.ts';
import { messageOverride, refusalOverride } from '../evidence/overrides.ts';
import type { Overrides } from '../evidence/overrides.ts';
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
