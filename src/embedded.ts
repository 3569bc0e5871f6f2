/** The package's face. The fixtures are loaded with it, so that a start does not have to wait for faker. */
import '../fixtures/catalogue.ts';

export * from './index.ts';
