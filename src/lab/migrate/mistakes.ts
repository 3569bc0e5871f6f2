import { phaxioVersions } from '../../model/domain/operation.ts';
import { groupBy } from '../../model/shared/objects.ts';
import { pluralize } from '../../model/shared/words.ts';
import type { WorldEvidence } from './evidence.ts';
import { listedNames, nameIn } from './names.ts';
import { parameters } from './parameters.ts';

/** A mistake in v3 requests that the journal warns of, such as a leftover v2.1 name. */
export interface Mistake {
  /** `header_text of sendFax`. */
  readonly what: string;
  /** `2 times: request 3, request 4`. */
  readonly because: string;
  /** The warning of the journal. */
  readonly message: string;
}

const phaxio: ReadonlySet<string> = new Set(phaxioVersions);

/** Whether a request was one of the successor. */
export const isOfLater = (version: string | null): boolean => version !== null && !phaxio.has(version);

type Remark = Pick<WorldEvidence['requests'][number]['lint'][number], 'level' | 'rule' | 'parameter' | 'message'>;

const oldNames = new Set(Object.values(parameters).flatMap((rows) => Object.keys(rows)));

/**
 * Whether a warning is about a mistake. An ignored parameter is a mistake only if an older version has it, or if it
 * resembles a parameter of v3. A parameter with the id of a request is not.
 */
export function isMistake({ level, rule, parameter, message }: Remark): boolean {
  if (rule === 'brackets') return true;
  if (rule !== 'unknown-parameter') return level === 'warning';
  return oldNames.has((parameter ?? '').replace(/\[.*/, '')) || !message.endsWith('the real service ignores it');
}

export const mistakesIn = (worlds: readonly WorldEvidence[]): Mistake[] => warningsIn(worlds, isMistake);

/** The wanted warnings of v3 requests, equal ones once. */
export function warningsIn(worlds: readonly WorldEvidence[], isWanted: (remark: Remark) => boolean): Mistake[] {
  const found = worlds.flatMap((world) =>
    world.requests
      .filter(({ version }) => isOfLater(version))
      .flatMap(({ id, operation, lint }) =>
        lint.filter(isWanted).map(({ parameter, message }) => ({
          what: [parameter ?? 'the request', operation].filter(Boolean).join(' of '),
          message,
          name: nameIn(`request ${id}`, world),
        })),
      ),
  );
  return [...groupBy(found, ({ what, message }) => `${what}: ${message}`).values()].map((alike) => ({
    what: alike[0].what,
    because: `${pluralize(alike.length, 'time')}: ${listedNames(alike)}`,
    message: alike[0].message,
  }));
}
