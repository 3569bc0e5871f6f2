import type { ScenarioSource } from '../../src/control/client/named-types.ts';
import { world } from '../router.ts';
import { baseName } from './scenario-words.ts';

/** A scenario that was sent to the world, as the tab keeps it. */
export interface SentText {
  /** The name, with its parameters. */
  readonly name: string;
  readonly source: string;
  /** The text that the simulator has for it; undefined until that is read. */
  readonly resolved?: string;
}

const keyOf = (name: string): string => `faxsim-sent ${world.peek()} ${baseName(name)}`;

/** Keeps the text of a scenario that the library lacks: the simulator forgets it when it is switched off. */
export const keepSentText = (sent: SentText): void => sessionStorage.setItem(keyOf(sent.name), JSON.stringify(sent));

/** The kept text of a scenario, by its name with or without parameters. */
export function sentText(name: string): SentText | undefined {
  const kept = sessionStorage.getItem(keyOf(name));
  return kept === null ? undefined : (JSON.parse(kept) as SentText); // only this module writes it
}

/** Keeps a text that the simulator has, unless it is the kept one with its parameters filled in. */
export function keepReadText({ scenario: name, source }: ScenarioSource): void {
  const kept = sentText(name);
  const isKnown = kept?.name === name && (kept.resolved ?? source) === source;
  keepSentText({ name, source: isKnown ? kept.source : source, resolved: source });
}
