import { loadPart } from './documents/missing-part.ts';
import { serveDocuments } from './documents/worker.ts';

// The program of the threads for documents. It loads the code for the samples of fixtures on demand.
serveDocuments(async (facts) => (await loadPart(import('../fixtures/documents/sample.ts'))).sample(facts));
