import type { FaxsimMatchers } from './jest.cjs';

declare module 'vitest' {
  interface Matchers<T = any> extends FaxsimMatchers<void> {}
}
