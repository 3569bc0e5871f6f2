import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { parentPort, threadId } from 'node:worker_threads';

// Stands in for the worker that reads documents: does what the text of the first input says, to the bitter end.

const deeds = {
  hang: () => {
    for (;;);
  },
  work: () => {
    const end = performance.now() + 300;
    while (performance.now() < end);
  },
  exit: () => process.exit(3),
  throw: () =>
    setImmediate(() => {
      throw new Error('out of order');
    }),
  fillHeap: () => {
    const kept = [];
    for (;;) kept.push({ kept: kept.length });
  },
  fillBuffers: () => {
    const kept = [];
    for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
  },
};

parentPort.on('message', (question) => {
  if (question === null) process.exit();
  const [[{ text }]] = question.args;
  const [deed, path] = text.split(':');
  // With a path: what is done is noted there, and a crash comes once.
  const isDone = path !== undefined && deed === 'exit' && existsSync(path);
  if (path !== undefined) appendFileSync(path, `${deed};`);
  if (!isDone) deeds[deed]?.();
  if (text.startsWith('/')) {
    deeds.work();
    writeFileSync(text, 'worked to the end');
  }
  if (text === 'throw') return;
  const heldBytes = text === 'hold' ? 2 ** 40 : 0;
  parentPort.postMessage({ is: 'done', result: { ok: false, errorId: threadId, reason: text }, heldBytes });
});
parentPort.postMessage({ is: 'ready' });
