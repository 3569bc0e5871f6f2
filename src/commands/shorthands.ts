/** A word for a call with one of its parameters given. */
export interface Shorthand {
  readonly call: string;
  /** The parameter that the next word is the value of. */
  readonly takes?: string;
  /** How that word is shown. */
  readonly placeholder?: string;
  readonly fixed?: Readonly<Record<string, string | number>>;
}

/** What is said often enough to have a word of its own. */
export const shorthands: Readonly<Record<string, Readonly<Record<string, Shorthand>>>> = {
  clock: {
    advance: { call: 'move', takes: 'advance', placeholder: '45m' },
    set: { call: 'move', takes: 'set', placeholder: 'TIME' },
    run: { call: 'move', fixed: { run_until_idle: '3650d' } },
    freeze: { call: 'move', fixed: { pace: 0 } },
    pace: { call: 'move', takes: 'pace', placeholder: 'N' },
  },
  scenarios: {
    active: { call: 'list' },
    on: { call: 'switch', takes: 'on', placeholder: 'NAME' },
    off: { call: 'switch', takes: 'off', placeholder: 'NAME' },
  },
};
