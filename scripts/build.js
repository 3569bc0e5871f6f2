// Builds the package into dist/, unless dist/ is what it has built of the same files.
import { isCurrent, markCurrent } from './build/current.js';
import { root } from './root.js';

if (!isCurrent(root)) {
  const { buildPackage } = await import('./build/package.js'); // a compiler and a bundler, which take a second to load
  await buildPackage(root);
  markCurrent(root);
}
