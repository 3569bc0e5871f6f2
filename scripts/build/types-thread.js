// Writes the types of the package in a thread of its own.
import { workerData } from 'node:worker_threads';
import { writeTypes } from './types.js';

const { root, into } = workerData;
await writeTypes(root, into);
