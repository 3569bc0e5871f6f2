import { expect, test } from '@jest/globals';
import { withSampleCache } from '../../src/documents/documents.ts';
import type { Documents } from '../../src/documents/documents.ts';
import { plainDocuments } from '../support/documents.ts';

const factsOf = (id: number) => ({
  id,
  direction: 'sent' as const,
  createdAt: 0,
  from: null,
  to: ['+12025550123'],
  callerName: null,
  tags: {},
  barcodes: [],
  pages: 1,
});

/** Documents that count what they draw; each sample has five bytes. */
function counting() {
  const drawn: number[] = [];
  const plain = plainDocuments();
  const documents: Documents = {
    ...plain,
    sample: ({ id }) => Promise.resolve(Buffer.from(`Fax ${(drawn.push(id), id)}`)),
    until: () => documents,
  };
  return { drawn, documents };
}

test('a sample is drawn once for all worlds, and again once newer ones took its place', async () => {
  const { drawn, documents } = counting();
  const kept = withSampleCache(documents, 10);
  const world = kept.until(new AbortController().signal);
  const [first] = [await kept.sample(factsOf(1)), await world.sample(factsOf(2))];
  expect(await world.sample(factsOf(1))).toBe(first);
  expect(drawn).toEqual([1, 2]);
  await kept.sample(factsOf(3)); // in the place of 2, which was read before 1
  await kept.sample(factsOf(1));
  await kept.sample(factsOf(2));
  expect(drawn).toEqual([1, 2, 3, 2]);
});

test('another fact gives another sample', async () => {
  const { drawn, documents } = counting();
  const kept = withSampleCache(documents);
  for (const pages of [1, 2, 2]) await kept.sample({ ...factsOf(1), pages });
  expect(drawn).toEqual([1, 1]);
});

test('pages for URLs are drawn once, and content is converted each time', async () => {
  const { documents: plain } = counting();
  const converted: string[] = [];
  const documents: Documents = {
    ...plain,
    convert: (inputs) => {
      converted.push(...inputs.map(({ kind }) => kind));
      return plain.convert(inputs);
    },
    until: () => documents,
  };
  const kept = withSampleCache(documents);
  const url = { kind: 'url', url: 'https://example.com' } as const;
  const text = { kind: 'text', text: 'Hello' } as const;
  const first = await kept.convert([url, url]);
  expect(await kept.convert([url, url])).toEqual(first);
  await kept.convert([text]);
  await kept.convert([text]);
  expect(converted).toEqual(['url', 'url', 'text', 'text']);
});
