/** A short form of a control call, with one of its parameters fixed. */
export interface Shorthand {
  readonly call: string;
  /** The parameter whose value follows the short form on the command line. */
  readonly takes?: string;
  /** How help shows that value. */
  readonly placeholder?: string;
  /** The parameter's name in messages. */
  readonly means?: string;
  readonly fixed?: Readonly<Record<string, string | number>>;
  /** Its purpose, if it is more than a call. */
  readonly meaning?: string;
}

/** Short forms of frequent calls, by group. */
export const shorthands: Readonly<Record<string, Readonly<Record<string, Shorthand>>>> = {
  clock: {
    advance: { call: 'move', takes: 'advance', placeholder: 'DURATION', means: 'a duration such as 45m' },
    set: {
      call: 'move',
      takes: 'set',
      placeholder: 'TIME',
      means: 'a time such as 20:00',
      meaning: 'Move to a time: 20:00, tomorrow 09:00 and in 5 min in the local zone, or RFC 3339.',
    },
    step: { call: 'move', fixed: { step: 'next' }, meaning: 'Move to the next due event, and run it.' },
    run: { call: 'move', fixed: { run_until_idle: '3650d' } },
    settle: { call: 'move', fixed: { settle: '30s' } },
    stop: { call: 'stopMove' },
    freeze: { call: 'move', fixed: { speed: 'manual' } },
    speed: { call: 'move', takes: 'speed', placeholder: 'SPEED', means: 'real, manual or a number' },
  },
  faxes: { verify: { call: 'verify', takes: 'fax', placeholder: 'FAX', means: 'the id of a fax' } },
  history: { rewind: { call: 'rewind', takes: 'request', placeholder: 'REQUEST', means: 'the id of a request' } },
  scenarios: {
    active: { call: 'list' },
    on: { call: 'switch', takes: 'on', placeholder: 'NAME', means: 'the name of a scenario' },
    off: { call: 'switch', takes: 'off', placeholder: 'NAME', means: 'the name of a scenario' },
  },
};
