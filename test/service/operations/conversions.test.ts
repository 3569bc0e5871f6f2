import { expect, test } from '@jest/globals';
import type { Source } from '../../../src/model/domain/fax.ts';
import { Conversions } from '../../../src/service/operations/conversions.ts';
import { plainDocuments } from '../../support/documents.ts';
import { openSimulator } from '../../support/simulator.ts';

test('of many conversions four are under way at once, also after one has failed', async () => {
  let [running, most, converted] = [0, 0, 0];
  const plain = plainDocuments();
  const convert: typeof plain.convert = async (inputs) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (++converted === 3) throw new Error('broken');
    return plain.convert(inputs);
  };
  const { blobs } = openSimulator().simulator.parts.worlds.default;
  const file = { kind: 'file', filename: 'a.txt', type: null, bytes: Buffer.from('a page') } as const;
  const fetchPage = () => Promise.resolve(file);
  const conversions = new Conversions({ blobs, documents: { ...plain, convert }, fetchPage });
  const sources = Array.from({ length: 20 }, (_, index): Source[] => [{ kind: 'url', url: `http://page/${index}` }]);
  const results = await Promise.allSettled(sources.map((source) => conversions.convert({ id: 1, sources: source })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
  expect({ most, converted }).toEqual({ most: 4, converted: 20 });
});
