import { openDocuments } from '../../src/documents/documents.ts';

/** For all test files of a process, since a thread takes long to start. Idle threads end by themselves. */
export const sharedDocuments = openDocuments();
