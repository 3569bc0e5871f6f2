/** A step that keeps the stage of its work. Its result is ignored, except a promise, which is awaited. */
export type Step<Deps, Work> = (work: Work, deps: Deps) => unknown;

/** The result of a step after which no other follows. */
const end = Symbol('end');

/**
 * Steps one after the other, in the same turn as long as none has to wait. The compiler checks their order: a step takes work of a
 * stage that earlier steps have reached.
 */
export class Steps<Deps, First, Reached> {
  readonly #steps: readonly Step<Deps, never>[];

  private constructor(steps: readonly Step<Deps, never>[]) {
    this.#steps = steps;
  }

  static begin<Deps, First>(): Steps<Deps, First, First> {
    return new Steps([]);
  }

  /** Adds a step that takes the work to its next stage, and returns that same work. */
  advance<Next extends Reached>(step: (work: Reached, deps: Deps) => Next | Promise<Next>): Steps<Deps, First, Next> {
    return new Steps([...this.#steps, step]);
  }

  /** Adds a step that leaves the stage of the work as it is. */
  also(step: Step<Deps, Reached>): Steps<Deps, First, Reached> {
    return new Steps([...this.#steps, step]);
  }

  /** Adds a step. If it returns true, it is the last one. */
  endIf(step: (work: Reached, deps: Deps) => boolean): Steps<Deps, First, Reached> {
    return new Steps([...this.#steps, (work: Reached, deps: Deps) => (step(work, deps) ? end : undefined)]);
  }

  /** Resolves after the last step; undefined when none had to wait. */
  run(work: First, deps: Deps, from = 0): Promise<void> | undefined {
    for (let at = from; at < this.#steps.length; at++) {
      // The compiler has checked the order, so that the work has reached the stage of the step.
      const result = this.#steps[at]?.(work as never, deps);
      if (result instanceof Promise) return result.then(() => this.run(work, deps, at + 1));
      if (result === end) return undefined;
    }
    return undefined;
  }
}
