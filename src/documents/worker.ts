import { readlinkSync } from 'node:fs';
import { channel } from 'node:diagnostics_channel';
import { parentPort } from 'node:worker_threads';
import { MissingPart, isWasmCrash, loadPart } from './missing-part.ts';
import type { WorkerMessage, WorkMethod, WorkerRequest, WorkTable } from './threads/messages.ts';
import { postCopies } from './threads/messages.ts';
import { errorText } from '../model/shared/errors.ts';

/** The work that a thread does itself. The code of each method is loaded on demand. */
const ownWork: Omit<WorkTable, 'sample'> = {
  convert: async (inputs) => (await loadPart(import('./convert.ts'))).convert(inputs),
  stampHeader: async (pdf, header) => (await loadPart(import('./header.ts'))).stampHeader(pdf, header),
  thumbnail: async (pdf, size) => (await loadPart(import('./page-picture.ts'))).thumbnail(pdf, size),
  pagePicture: async (...given) => (await loadPart(import('./page-picture.ts'))).pagePicture(...given),
  pageTexts: async (pdf) => (await loadPart(import('./page-picture.ts'))).pageTexts(pdf),
  fillTags: async (pdf, values) => (await loadPart(import('./pdf-tags.ts'))).fillTags(pdf, values),
  findBarcodes: async (pdf) => (await loadPart(import('./barcodes.ts'))).findBarcodes(pdf),
  placeholder: async (facts) => (await loadPart(import('./placeholder.ts'))).placeholder(facts),
  drawPhaxCode: async (identifier) => (await loadPart(import('./phax-codes.ts'))).drawPhaxCode(identifier),
  printPhaxCode: async (pdf, identifier, place) =>
    (await loadPart(import('./phax-codes.ts'))).printPhaxCode(pdf, identifier, place),
};

async function answerTo<M extends WorkMethod>(
  work: WorkTable,
  { method, args }: WorkerRequest<M>,
): Promise<WorkerMessage> {
  try {
    const result = await work[method](...args);
    return { is: 'done', result, heldBytes: heldBytes() };
  } catch (error) {
    if (isWasmCrash(error)) throw error; // unhandled, which ends the thread
    const message = errorText(error);
    return { is: 'failed', message, isFault: error instanceof MissingPart, heldBytes: heldBytes() };
  }
}

const heldBytes = (): number => process.memoryUsage().external;

function postAnswer(answer: WorkerMessage): void {
  if (parentPort !== null) postCopies(parentPort, answer);
}

/** A channel that tells the build's loader to save the compiled code. */
const documentsChannel = channel('faxsim:documents');

/** Makes this thread a worker that reads and makes documents. `sample` draws the documents of fixtures. */
export function serveDocuments(sample: WorkTable['sample']): void {
  const work = { ...ownWork, sample };
  // Drops the output of the libraries. (The main thread could read it, but that would keep the process alive.)
  console.log = console.info = console.warn = console.error = console.debug = () => undefined;
  parentPort?.on('message', (question: WorkerRequest<WorkMethod> | null) => {
    if (question === null) process.exit();
    void answerTo(work, question).then((answer) => {
      postAnswer(answer);
      documentsChannel.publish(undefined);
    });
  });
  postAnswer({ is: 'ready', threadId: threadIdOfSystem() });
}

/** Linux's id of this thread: `8007` of `8000/task/8007`. */
function threadIdOfSystem(): number | undefined {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1));
  } catch {
    return undefined;
  }
}
