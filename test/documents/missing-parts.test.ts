import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { SimulatorFault } from '../../src/model/domain/refusal.ts';
import { missingPartsIn } from '../../src/documents/documents.ts';
import { loadingEnvironment, loadingOptions } from '../../src/documents/threads/thread.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { documentsForTests, emptyPdf, file, typescriptArgv } from './support.ts';

const text = (words: string) => [{ kind: 'text', text: words }] as const;

/** A worker thread from that source. */
const workerOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe.each([
  ['has no file', { worker: new URL('./no-such-worker.mjs', import.meta.url) }, /no-such-worker/],
  ['breaks as it is loaded', { worker: workerOf('throw new Error("broken")') }, /broken/],
  ['ends as it is loaded', { worker: workerOf('process.exit(3)') }, /exit code 3/],
  ['has an option that is for text only', { execArgv: ['--input-type=module'] }, /input-type/],
  ['has an option that node does not take for it', { execArgv: ['--max-old-space-size=99'] }, /max-old-space-size/],
])('a thread that %s', (_name, options, reason) => {
  const documents = documentsForTests({ threads: 1, ...options });

  test('is a fault of the simulator, for all that waits for it', async () => {
    const calls = [
      documents.convert(text('a')),
      documents.convert(text('b')),
      documents.thumbnail(Buffer.from(''), 's'),
    ];
    for (const outcome of await Promise.allSettled(calls)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(SimulatorFault) });
      expect(outcome).toMatchObject({ reason: { kind: 'fault', message: expect.stringMatching(reason) } });
    }
  });
});

describe('without a package', () => {
  const argv = [...typescriptArgv, '--import', new URL('./without-sharp.mjs', import.meta.url).href];
  const documents = documentsForTests({ execArgv: argv, threads: 1 });
  const fault = {
    kind: 'fault',
    message: 'a part of faxsim cannot be loaded: Could not load the "sharp" module; Unsupported CPU',
  };

  test('a document that needs it is a fault of the simulator, and all else works', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const pdf = await (await emptyPdf([[100, 100]])).save();
    await expect(documents.convert([file('a.png', png)])).rejects.toMatchObject(fault);
    await expect(documents.thumbnail(pdf, 's')).rejects.toMatchObject(fault);
    expect(await documents.convert([file('a.pdf', pdf), ...text('b')])).toMatchObject({ ok: true, pages: 2 });
  });
});

test.each([
  [['--input-type=module', '-e'], []],
  [['--inspect', '--max-old-space-size=99', '--test'], []],
  [
    ['--import', './a.mjs', '--import=tsx', '-r', './.pnp.cjs'],
    ['--import', './a.mjs', '--import=tsx', '-r', './.pnp.cjs'],
  ],
  [
    ['-C', 'development', '--input-type', 'module', '--preserve-symlinks'],
    ['-C', 'development', '--preserve-symlinks'],
  ],
])('of the options %j a thread gets %j', (given, expected) => {
  expect(loadingOptions(given)).toEqual(expected);
});

test('a thread has an environment of its own only where NODE_OPTIONS would keep it from starting', () => {
  expect(loadingEnvironment({ A: 'b', NODE_OPTIONS: '--max-old-space-size=99 --import tsx' })).toBeUndefined();
  const environment = { A: 'b', NODE_OPTIONS: '--input-type=module --max-old-space-size=99 --import tsx' };
  expect(loadingEnvironment(environment)).toEqual({ A: 'b', NODE_OPTIONS: '--import tsx' });
});

describe('at the start', () => {
  const newDirectory = temporaryDirectories();
  const worker = new URL(import.meta.url);

  /** A module of an installation with these files in its node_modules. */
  async function installed(...files: string[]): Promise<URL> {
    const directory = await newDirectory();
    for (const path of files.map((name) => join(directory, 'node_modules', name))) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, '{}');
    }
    return pathToFileURL(join(directory, 'main.js'));
  }

  test('nothing is missing from a whole installation', () => {
    expect(missingPartsIn({ worker })).toEqual([]);
  });

  test('the code that sharp needs on this platform is missed', async () => {
    const platform = `@img/sharp-${process.platform}-${process.arch}`;
    const without = await installed('sharp/index.js');
    const withIt = await installed('sharp/index.js', `${platform}/sharp.node`);
    expect(missingPartsIn({ worker, from: withIt })).toEqual([]);
    expect(missingPartsIn({ worker, from: without })).toEqual([
      `the package ${platform} is not installed: images cannot be converted`,
    ]);
  });

  test('a search that is refused for another reason finds nothing missing', () => {
    const fileAt = (): never => {
      throw new ReferenceError('You are trying to `require` a file after the Jest environment has been torn down.');
    };
    expect(missingPartsIn({ worker, fileAt })).toEqual([]);
  });

  test('each part is missed by its name, with what cannot be done', async () => {
    const nothing = { worker: new URL('file:///no/worker.js'), from: await installed(), fileAt: () => '/no/such/file' };
    expect(missingPartsIn(nothing)).toEqual([
      'the file /no/worker.js is missing: no document can be converted',
      'the file DejaVuSans.ttf is missing: no document can be converted',
      'the file DejaVuSansMono.ttf is missing: no document can be converted',
      'the file DejaVuSerif.ttf is missing: no document can be converted',
      'the file homemade-apple-latin-400-normal.woff is missing: documents of the fixtures cannot be drawn',
      'the file pdfium.wasm is missing: PDF files cannot be converted',
      'the file zxing_reader.wasm is missing: faxes cannot be received',
      'the file zxing_writer.wasm is missing: PhaxCodes cannot be drawn',
      'the package sharp is not installed: images cannot be converted',
    ]);
  });
});
