// Writes the pages of docs/ that are made from code; with --check, only says whether they are current.
import '../test/support/register-typescript.mjs';

await import('./docs-pages.js');
