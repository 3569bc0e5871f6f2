import { expect, test } from '@jest/globals';
import { generate } from '../../../fixtures/catalogue.ts';
import { packFax, unpackFax } from '../../../src/model/domain/fax.ts';

test('a packed fax is the same again, with its fields in order, in fewer bytes', async () => {
  const { faxes } = await generate('demo', { seed: 7, now: Date.UTC(2026, 0, 31), size: 0, fileStorage: true });
  expect(faxes.length).toBeGreaterThan(100);
  const texts = faxes.map((fax) => JSON.stringify(fax));
  const packed = faxes.map(packFax);
  expect(packed.map((text) => JSON.stringify(unpackFax(text)))).toEqual(texts);
  expect(packed.join().length / texts.join().length).toBeLessThan(0.6);
});
