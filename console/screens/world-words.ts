import { pluralize } from '../format.ts';
import type { WorldSummary } from '../worlds.ts';

/** The separator between test file and test name in names of worlds. */
export const separator = ' › ';

/** The parts of the name of a world, the test first and its file after it: `sends a fax`, `checkout spec`. */
export function partsOf(world: Pick<WorldSummary, 'id' | 'name'>): readonly [test: string, file: string] {
  const [test = '', ...files] = nameOf(world).split(separator).toReversed();
  return [test, files.toReversed().join(separator)];
}

export const nameOf = ({ id, name }: Pick<WorldSummary, 'id' | 'name'>): string => name ?? id;

/** `257 faxes, 41 webhooks, 3 requests`: the content of a world, which its end discards. */
export const contentsOf = (world: Pick<WorldSummary, 'faxes' | 'webhooks' | 'requests'>): string =>
  `${recordsOf(world)}, ${pluralize(world.requests, 'request')}`;

/** `257 faxes, 41 webhooks`: the part of a world that a snapshot contains. */
export const recordsOf = ({ faxes, webhooks }: Pick<WorldSummary, 'faxes' | 'webhooks'>): string =>
  `${pluralize(faxes, 'fax')}, ${pluralize(webhooks, 'webhook')}`;
