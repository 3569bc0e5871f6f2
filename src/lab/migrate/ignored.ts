import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { OldCall } from './calls.ts';
import type { WorldEvidence } from './evidence.ts';
import { isMistake, warningsIn } from './mistakes.ts';
import { listedNames } from './names.ts';
import { parameters } from './parameters.ts';
import type { ParameterRow } from './parameters.ts';

/** A sent parameter that its version does not know, so that it has no effect today. */
export interface IgnoredParameter {
  /** `tags of sendFax`. */
  readonly what: string;
  /** `2 times: request 3, request 4`. */
  readonly because: string;
  /** The warning of the journal: `tags is not known here: the real service ignores it; the nearest is tag`. */
  readonly message: string;
  /** The known parameter that the warning names, with its place in v3; null if it names none. */
  readonly meant: ({ readonly name: string } & Pick<ParameterRow, 'to' | 'change' | 'todo'>) | null;
}

/** The ignored parameters, each once for its operation. A program that moves to v3 would lose them without a word. */
export function ignoredIn(calls: readonly OldCall[]): IgnoredParameter[] {
  const found = calls.flatMap((call) =>
    call.request.lint
      .filter(({ rule }) => rule === 'unknown-parameter')
      .map(({ parameter, message }) => ({ what: `${parameter ?? ''} of ${call.operation}`, message, ...call })),
  );
  return [...groupBy(found, ({ what, message }) => `${what}: ${message}`).values()].map((alike) => ({
    what: alike[0].what,
    because: `${pluralize(alike.length, 'time')}: ${listedNames(alike)}`,
    message: alike[0].message,
    meant: meantBy(alike[0]),
  }));
}

/** The parameters of v3 requests that the service ignores, without those that are mistakes. */
export const ignoredInLater = (worlds: readonly WorldEvidence[]): IgnoredParameter[] =>
  warningsIn(worlds, (remark) => remark.rule === 'unknown-parameter' && !isMistake(remark)).map((warning) => ({
    ...warning,
    what: `${warning.what} of v3`,
    meant: null,
  }));

function meantBy({
  operation,
  message,
}: Pick<OldCall, 'operation'> & { readonly message: string }): IgnoredParameter['meant'] {
  const rows = parameters[operation] ?? {};
  const [, advice = ''] = message.split('the real service ignores it');
  const name = advice.match(/\w+/g)?.find((word) => Object.hasOwn(rows, word));
  const row = name === undefined ? undefined : rows[name];
  return name === undefined || row === undefined ? null : { name, to: row.to, change: row.change, todo: row.todo };
}
