import type { ParityCommands } from '../../../src/lab/parity/report/json.ts';
import type { Side } from '../../../src/lab/parity/side.ts';
import { nothing, sentFax } from '../sweep/observations.ts';

/** A fax that a run sends. */
export interface Sent {
  readonly to: string;
  readonly text: string;
  readonly tags?: Readonly<Record<string, string>>;
}

const ending = { how: 'passed', detail: 'exit code 0', ms: 1, output: '' } as const;

/** A recorded run that sends these faxes, in this order. */
export function sideThatSends(letters: readonly Sent[]): Side {
  const sent = letters.map(({ to }, at) => sentFax({ id: at + 1, to }));
  const faxes = sent
    .flatMap((one) => one.faxes)
    .map((fax, at) => ({ ...fax, resent_from: null, v3_ids: [], tags: letters[at]?.tags ?? {} }));
  const run = {
    ...nothing,
    calls: sent.flatMap((one) => one.calls),
    deliveries: sent.flatMap((one) => one.deliveries),
    faxes,
    ends: new Map(faxes.map((fax) => [fax.id, fax])),
  };
  return { ending, run, documents: new Map(letters.map(({ text }, at) => [at + 1, text.split(' ')])) };
}

/** The commands of a report. */
export const commands: ParityCommands = {
  again: 'npx faxsim parity',
  sweepAgain: (name) => `npx faxsim sweep --only ${name}`,
};
