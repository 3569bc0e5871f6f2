import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Documents } from '../../src/documents/documents.ts';
import { openDocuments } from '../../src/documents/documents.ts';
import { temporaryDirectories } from '../support/temporary-directory.ts';
import { documentsForTests, file, typescriptArgv } from './support.ts';

const worker = new URL('./stub-worker.mjs', import.meta.url);
const newDirectory = temporaryDirectories();
const asked = (text: string) => [{ kind: 'text', text }] as const;

describe.each([
  ['hangs', 'hang', 69, /longer than 2 s/],
  ['ends its thread', 'exit', 4, /ended the thread/],
  ['breaks its thread', 'throw', 4, /out of order/],
  ['fills the heap', 'fillHeap', 69, /too much memory/],
  ['fills memory outside of the heap', 'fillBuffers', 69, /too much memory/],
])('a document that %s', (_name, deed, errorId, reason) => {
  const timeoutMs = deed === 'hang' ? 2000 : 60_000;
  const documents = documentsForTests({ worker, timeoutMs, memoryMb: 150, threads: 1 });

  test('is answered with its error, and what waits behind it is done', async () => {
    const [first, ...others] = await Promise.all(
      [deed, 'one', deed, 'two', 'three'].map((text) => documents.convert(asked(text))),
    );
    expect(first).toEqual({ ok: false, errorId, reason: expect.stringMatching(reason) });
    expect(others.map((answer) => !answer.ok && answer.reason)).toEqual([
      'one',
      expect.stringMatching(reason),
      'two',
      'three',
    ]);
  });
});

describe('threads', () => {
  const [kept, heavy, many, real, small, large, used, unused] = [
    documentsForTests({ worker }),
    documentsForTests({ worker }),
    documentsForTests({ worker, slowMs: 60_000 }), // a busy machine takes seconds to start a thread, and more help a slow one
    documentsForTests(),
    documentsForTests({ worker, memoryMb: 150 }),
    documentsForTests({ worker, memoryMb: 500 }), // much more than the start of a thread takes
    documentsForTests({ worker, threads: 1 }),
    documentsForTests({ worker, threads: 1 }),
  ];
  const threadOf = async (documents: Documents, text: string) => {
    const answer = await documents.convert(asked(text));
    return answer.ok ? null : answer.errorId;
  };

  test('are kept from one call to the next', async () => {
    expect(await threadOf(kept, 'a')).toBe(await threadOf(kept, 'b'));
  });

  test('are not kept when they hold much memory', async () => {
    expect(await threadOf(heavy, 'hold')).not.toBe(await threadOf(heavy, 'b'));
  });

  test('are two at most', async () => {
    const used = await Promise.all(Array.from({ length: 20 }, (_, index) => threadOf(many, `${index}`)));
    expect(new Set(used).size).toBe(2);
  });

  test('answer a document beside one that hangs', async () => {
    const documents = openDocuments({ worker });
    const hanging = expect(documents.convert(asked('hang'))).rejects.toThrow('closed');
    expect(await documents.convert(asked('quick'))).toMatchObject({ reason: 'quick' });
    await documents.close();
    await hanging;
  });

  test('answer a document behind many that hang', async () => {
    const documents = openDocuments({ worker, timeoutMs: 2000, threads: 1, slowThreads: 3, slowMs: 20 });
    const order: string[] = [];
    const deeds = ['hang', 'hang', 'hang', 'quick'];
    await Promise.all(deeds.map((deed) => documents.convert(asked(deed)).then(() => order.push(deed))));
    expect(order).toEqual(['quick', 'hang', 'hang', 'hang']);
    await documents.close();
  });

  test('are ended again where slow documents needed more of them', async () => {
    const documents = openDocuments({ worker, threads: 1, slowThreads: 3, slowMs: 20 });
    const working = await Promise.all(['work', 'work', 'work'].map((text) => threadOf(documents, text)));
    const later = new Set<number | null>();
    for (const text of ['a', 'b', 'c', 'd']) later.add(await threadOf(documents, text));
    expect([new Set(working).size, later.size]).toEqual([3, 1]);
    await documents.close();
  });

  test('are not ended for the memory that another one takes', async () => {
    const answers = await Promise.all(
      ['fillBuffers', 'work', 'work', 'fillBuffers', 'work'].map((text) => small.convert(asked(text))),
    );
    const memory = expect.stringMatching(/too much memory/);
    expect(answers.map((answer) => !answer.ok && answer.reason)).toEqual([memory, 'work', 'work', memory, 'work']);
  });

  test('take up a document once that fills the memory, so that others wait for it once at most', async () => {
    const path = join(await newDirectory(), 'tries');
    const [hostile] = await Promise.all(
      [`fillBuffers:${path}`, 'work', 'work'].map((text) => large.convert(asked(text))),
    );
    expect(hostile).toMatchObject({ reason: expect.stringMatching(/too much memory/) });
    expect(readFileSync(path, 'utf8')).toBe('fillBuffers;');
  });

  test('that break down are replaced once for the same document, unless they are new', async () => {
    const path = join(await newDirectory(), 'tries');
    await used.convert(asked('one'));
    expect(await used.convert(asked(`exit:${path}`))).toMatchObject({ reason: `exit:${path}` });
    expect(readFileSync(path, 'utf8')).toBe('exit;exit;');
    expect(await unused.convert(asked('exit'))).toMatchObject({ reason: expect.stringMatching(/ended the thread/) });
  });

  test('end on close, with all that waits for them', async () => {
    const documents = openDocuments({ worker, threads: 1 });
    const calls = [documents.convert(asked('hang')), documents.thumbnail(new Uint8Array(1), 's')];
    const outcomes = Promise.allSettled(calls);
    await documents.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(documents.convert(asked('late'))).rejects.toThrow('closed');
  });

  test('do not keep a process alive', () => {
    const source = `
      import { openDocuments } from ${JSON.stringify(new URL('../../src/documents/documents.ts', import.meta.url).href)};
      const documents = openDocuments({ execArgv: ${JSON.stringify(typescriptArgv)} });
      console.log((await documents.convert([{ kind: 'text', text: 'Hello' }])).pages);
    `;
    const hook = new URL('../support/register-typescript.mjs', import.meta.url).href;
    const { stdout, status } = spawnSync(
      process.execPath,
      ['--import', hook, '--input-type=module', '--eval', source],
      {
        encoding: 'utf8',
        timeout: 110_000,
      },
    );
    expect({ stdout, status }).toEqual({ stdout: '1\n', status: 0 });
  });

  test('leave the bytes they are given with the caller', async () => {
    const request = Buffer.from('multipart Hello multipart');
    const bytes = request.subarray(10, 15);
    const input = { ...file('a.txt', ''), bytes };
    expect(await real.convert([input, input])).toMatchObject({ ok: true, pages: 2 });
    expect(request.toString()).toBe('multipart Hello multipart');
  });
});

describe('a call that a signal aborts', () => {
  const [one, two] = [documentsForTests({ worker, threads: 1 }), documentsForTests({ worker, threads: 1 })];
  const why = new Error('the world ended');

  test('frees its thread, which does what waits behind it', async () => {
    const ending = new AbortController();
    const broken = expect(one.until(ending.signal).convert(asked('hang'))).rejects.toBe(why);
    const next = one.convert(asked('next'));
    ending.abort(why);
    await broken;
    expect(await next).toMatchObject({ reason: 'next' });
  });

  test('frees its thread while it is at work', async () => {
    const ending = new AbortController();
    await one.convert(asked('thread, be ready'));
    const broken = expect(one.until(ending.signal).convert(asked('hang'))).rejects.toBe(why);
    await new Promise(setImmediate);
    ending.abort(why);
    await broken;
    expect(await one.convert(asked('next'))).toMatchObject({ reason: 'next' });
  });

  test('ends its thread between two turns, since node may abort the process otherwise', async () => {
    const ending = new AbortController();
    const path = join(await newDirectory(), 'worked');
    await one.convert(asked('thread, be ready'));
    const broken = expect(one.until(ending.signal).convert(asked(path))).rejects.toBe(why);
    await new Promise(setImmediate);
    ending.abort(why);
    await broken;
    expect(readFileSync(path, 'utf8')).toBe('worked to the end');
  });

  test('is not begun when it still waits, and leaves the others their turn', async () => {
    const [working, ending] = [new AbortController(), new AbortController()];
    const hanging = expect(two.until(working.signal).convert(asked('hang'))).rejects.toBe(why);
    const waiting = expect(two.until(ending.signal).convert(asked('late'))).rejects.toBe(why);
    const next = two.convert(asked('next'));
    ending.abort(why);
    await waiting;
    working.abort(why);
    await hanging;
    expect(await next).toMatchObject({ reason: 'next' });
  });

  test('is refused from then on, by whichever of several signals', async () => {
    const [outer, inner] = [new AbortController(), new AbortController()];
    const bound = one.until(outer.signal);
    const within = bound.until(inner.signal);
    expect(await within.convert(asked('before'))).toMatchObject({ reason: 'before' });
    inner.abort(why);
    await expect(within.thumbnail(new Uint8Array(1), 's')).rejects.toBe(why);
    expect(await bound.convert(asked('after'))).toMatchObject({ reason: 'after' });
    outer.abort(why);
    await expect(bound.convert(asked('late'))).rejects.toBe(why);
  });
});
