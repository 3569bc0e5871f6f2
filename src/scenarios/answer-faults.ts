interface AnswerParts {
  readonly wire?: unknown;
  readonly commit?: unknown;
  readonly respond?:
    | {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly message?: string | undefined;
        readonly body?: unknown;
      }
    | undefined;
}

interface Fault {
  /** Where below `do`. */
  readonly effect: readonly string[];
  readonly message: string;
}

/** What a rule on answers says in vain, since something else that it says goes before it. */
export function answerFaults({ respond, wire, commit }: AnswerParts): Fault[] {
  const isUndone = commit === false && typeof wire === 'object';
  return [
    ...(isUndone ? [{ effect: ['commit'], message: undone }] : []),
    ...(respond === undefined ? [] : respondFaults(respond)),
  ];
}

const undone = 'cannot be false with truncate or dribble: both send the answer to the work that was done';

function respondFaults({ status, headers, message, body }: NonNullable<AnswerParts['respond']>): Fault[] {
  const says = body !== undefined || message !== undefined;
  const faults: (Fault | false)[] = [
    body !== undefined &&
      message !== undefined && {
        effect: ['respond'],
        message: 'cannot have message and body: the message is part of an envelope, which the body takes the place of',
      },
    says &&
      bodiless.includes(status) && {
        effect: ['respond'],
        message: `cannot have ${body === undefined ? 'message' : 'body'} with ${status}: in HTTP such an answer ends with its headers`,
      },
    ...Object.keys(headers).map(
      (name) => ownHeaders.includes(name.toLowerCase()) && { effect: ['respond', 'headers', name], message: ownHeader },
    ),
  ];
  return faults.filter((fault) => fault !== false);
}

/** Statuses whose answers have no body. */
export const bodiless: readonly number[] = [204, 205, 304];

/** What says where an answer ends, and which rule gave it. */
const ownHeaders = ['content-length', 'transfer-encoding', 'x-faxsim-rule'];
const ownHeader = 'is for the simulator itself to say; wire breaks an answer off';
