import type { FaxsimMatchers } from './jest.cjs';

declare global {
  namespace jest {
    /** Of `@types/jest`, whose `expect` is a global. */
    interface Matchers<R, T = {}> extends FaxsimMatchers<R> {}
  }
}

declare module 'expect' {
  /** Of `@jest/globals`. */
  interface Matchers<R extends void | Promise<void>, T = unknown> extends FaxsimMatchers<R> {}
}
