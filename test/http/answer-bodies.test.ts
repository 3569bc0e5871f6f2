import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderedAnswer } from '../../src/http/response.ts';

/** Few texts, so that many answers are equal to one before, or have its length alone. */
const part = fc.constantFrom(
  '{"id":1}',
  '{"id":2}',
  '{"id":"é"}',
  '{"id":"传"}',
  ',',
  'x'.repeat(1500),
  'y'.repeat(1500),
);
const answers = fc.array(fc.array(part, { maxLength: 6 }), { maxLength: 60 });

test('an answer has the bytes, the tag and the length of its own parts, whatever the answers before it were', () => {
  fc.assert(
    fc.property(answers, (jsons) => {
      for (const json of jsons) {
        const { body, headers, length, observed } = renderedAnswer({ json }, 'some-id');
        const bytes = Buffer.from(json.join(''));
        const digest = createHash('sha256').update(bytes).digest('hex');
        expect(Buffer.from(body).equals(bytes)).toBe(true);
        expect(headers[headers.indexOf('ETag') + 1]).toBe(`W/"${digest.slice(0, 32)}"`);
        expect(length).toBe(bytes.length);
        expect(observed.text).toBe(json.join('').slice(0, 4096));
      }
    }),
  );
});
