import type { OperationId } from '../domain/operation.ts';
import type { ApiVersion } from '../evidence/evidence.ts';
import type { Proof } from '../evidence/proof.ts';

/** The subject of a finding: an operation, or a behaviour of all of them. */
export type CaseSubject = OperationId | 'authentication' | 'unknownRoute';

interface CaseName {
  readonly version: ApiVersion;
  readonly operation: CaseSubject;
}

/** A field, a header or a status that is not as the evidence has it. */
export interface Drift extends CaseName {
  readonly field: string;
  readonly expected: string;
  /** How sure it is that the real service does as expected. */
  readonly evidence: Proof;
  readonly seen: string;
}

/** An assumption, and the server's behaviour in its place. */
export interface AnsweredAssumption extends CaseName {
  readonly field: string;
  readonly seen: string;
}

/** A case that could not be checked. */
export interface SkippedCase extends CaseName {
  readonly reason: string;
}

/** All that was found out about a server. */
export interface Findings {
  readonly requests: number;
  readonly drifts: readonly Drift[];
  readonly learnt: readonly AnsweredAssumption[];
  readonly skipped: readonly SkippedCase[];
}

const longest = 60;

/** Gathers findings; each once. */
export class Notes {
  readonly #drifts = new Map<string, Drift>();
  readonly #learnt = new Map<string, AnsweredAssumption>();
  readonly #skipped = new Map<string, SkippedCase>();
  readonly #hide: (text: string) => string;
  requests = 0;

  /** `hide` removes secrets from a text: from the whole text, before that is cut. */
  constructor(hide: (text: string) => string) {
    this.#hide = hide;
  }

  drift(drift: Drift): void {
    const { version, operation, field, expected } = drift;
    this.#add(this.#drifts, [version, operation, field, expected], { ...drift, seen: this.#describe(drift.seen) });
  }

  learn(learnt: AnsweredAssumption): void {
    const { version, operation, field } = learnt;
    this.#add(this.#learnt, [version, operation, field], { ...learnt, seen: this.#describe(learnt.seen) });
  }

  skip(skipped: SkippedCase): void {
    const { version, operation, reason } = skipped;
    this.#add(this.#skipped, [version, operation, reason], skipped);
  }

  get findings(): Findings {
    return {
      requests: this.requests,
      drifts: [...this.#drifts.values()],
      learnt: [...this.#learnt.values()],
      skipped: [...this.#skipped.values()],
    };
  }

  #describe(actual: string): string {
    const text = this.#hide(actual);
    return text.length > longest ? `${text.slice(0, longest)}…` : text;
  }

  #add<T>(known: Map<string, T>, parts: readonly string[], finding: T): void {
    const key = parts.join('\n');
    if (!known.has(key)) known.set(key, finding);
  }
}
