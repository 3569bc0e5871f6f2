import { expect, test } from '@jest/globals';
import type { Source } from '../../../src/model/domain/fax.ts';
import { Conversions } from '../../../src/service/operations/conversions.ts';
import { plainDocuments } from '../../support/documents.ts';
import { openSimulator } from '../../support/simulator.ts';

test('of many conversions four are under way at once, also after one has failed', async () => {
  let [running, most, fetched] = [0, 0, 0];
  const fetchPage = async ({ url }: { url: string }) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (++fetched === 3) throw new Error('broken');
    return { kind: 'url', url } as const;
  };
  const { blobs } = openSimulator().simulator.parts.worlds.default;
  const conversions = new Conversions({ blobs, documents: plainDocuments(), fetchPage });
  const sources = Array.from({ length: 20 }, (_, index): Source[] => [{ kind: 'url', url: `http://page/${index}` }]);
  const results = await Promise.allSettled(sources.map((source) => conversions.convert({ id: 1, sources: source })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
  expect({ most, fetched }).toEqual({ most: 4, fetched: 20 });
});
