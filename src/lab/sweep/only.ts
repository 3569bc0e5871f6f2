import { eventKinds } from '../../scenarios/effects.ts';
import { operationParameters } from '../../scenarios/operation-parameters.generated.ts';
import { CliError } from '../../model/shared/errors.ts';
import { kebabCase, nearestText } from '../../model/shared/words.ts';
import { scenarioPrefix } from '../achievements/run-record.ts';
import { faults } from './faults.ts';
import { trialNameParts } from './plan.ts';
import type { Trial } from './plan.ts';

/** The error for an `--only` that matches no trial. `names` are those of the planned trials. */
export const noTrialOf = (only: string, names: readonly string[] = []): CliError =>
  new CliError(
    `--only must be a part of the name of a planned scenario, got ${JSON.stringify(only)}${nearestText(only, names)}`,
  );

const shownNamesMax = 3;

/** Throws a CliError for an `--only` without a word, such as `001`, that is a part of several names: each operation has a point 001. */
export function refuseNumberAlone(only: string, trials: readonly Pick<Trial, 'name'>[]): void {
  if (only === '' || trials.length < 2 || /[a-z]/i.test(only)) return;
  const shown = trials.slice(0, shownNamesMax).map(({ name }) => name);
  const more = trials.length > shownNamesMax ? `, and ${trials.length - shownNamesMax} more` : '';
  throw new CliError(
    `--only must have a word, such as send-fax, or be the name of one scenario, got ${JSON.stringify(only)}; it may be ${shown.join(', ')}${more}`,
  );
}

/** Throws a CliError for an `--only` that no name of a scenario can have in it, whatever a program does. */
export function refuseUnknownName(only: string | undefined): void {
  if (only === undefined) return;
  const { first, second = '' } = trialNameParts(only);
  const wrong = [first, second].find((part) => !isPartOfName(part));
  if (wrong === undefined) return;
  const word = wrong.replace(/^\D{0,6}\d+-/, '');
  const hint = nearestText(word, [...faults.map(({ id }) => id), ...places, ...names]);
  throw new CliError(
    `--only must be a part of the name of a scenario, such as lost-answer or send-fax-busy, got ${JSON.stringify(only)}${hint}`,
  );
}

const places = [...Object.keys(operationParameters), ...eventKinds].map(kebabCase);
const names = places.flatMap((place) => faults.map(({ id }) => `${place}-${id}`));

/** Any number of a point is possible, so all numbers count as equal. */
const isPartOfName = (part: string): boolean =>
  names.some((name) => `${scenarioPrefix}0-${name}`.includes(part.replace(/\d+/g, '0')));
