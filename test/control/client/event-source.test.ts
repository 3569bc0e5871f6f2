import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readEvents } from '../../../src/control/client/event-source.ts';

const text =
  'retry: 1000\n\nid: a-1\nevent: fax\ndata: {"é":1}\n\n: still here\n\ndata: no id\ndata: two lines\n\nid: a-2\ndata: cut';

async function eventsOf(chunks: readonly Uint8Array[]) {
  const events = [];
  for await (const event of readEvents(ReadableStream.from(chunks))) events.push(event);
  return events;
}

test('events are read however the stream is cut into chunks', async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 8 }), async (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const chunks = at.slice(1).map((end, index) => bytes.slice(at[index], end));
      expect(await eventsOf(chunks)).toEqual([
        { id: 'a-1', name: 'fax', data: '{"é":1}' },
        { id: 'a-1', name: 'message', data: 'no id\ntwo lines' },
      ]);
    }),
    { numRuns: 50 },
  );
});
