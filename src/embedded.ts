/** The package's face. With it comes what a start would have to wait for: faker, and what node loads when it first listens. */
import 'node:cluster';
import '../fixtures/catalogue.ts';

export * from './index.ts';
