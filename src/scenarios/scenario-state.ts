import { Undoable, UndoableMap } from '../domain/undo.ts';
import type { Undo } from '../domain/undo.ts';
import type { ActiveScenario, SwitchedOn } from './active-scenario.ts';

type ActiveScenarios = readonly (ActiveScenario & SwitchedOn)[];

/** The state of a scenario engine, in which each change can be undone. The engine of a later world can continue it. */
export class ScenarioState {
  readonly undo: Undo;
  /** Those that single requests name, which are on for no others. */
  readonly byHeader: UndoableMap<string, ActiveScenario>;
  readonly #active: Undoable<ActiveScenarios>;

  constructor(undo: Undo) {
    this.undo = undo;
    this.byHeader = new UndoableMap(undo);
    this.#active = new Undoable<ActiveScenarios>([], undo);
  }

  /** Those that are on; the first goes before the others. */
  get active(): ActiveScenarios {
    return this.#active.value;
  }

  set active(active: ActiveScenarios) {
    this.#active.value = active;
  }
}
