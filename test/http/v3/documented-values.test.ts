import { expect, test } from '@jest/globals';
import { openApiDocumentOf } from '../../../src/http/openapi/documents.ts';
import { projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';
import { phoneNumber } from '../../support/examples.ts';

type Part = Readonly<Record<string, unknown>>;

/** The patterns of a parameter, wherever the document of v3 has it. */
function patternsOf(name: string): string[] {
  const found: string[] = [];
  JSON.stringify(openApiDocumentOf('v3', ''), (key, value: unknown) => {
    if (key === name)
      JSON.stringify(value, (inner, text: unknown) => (inner === 'pattern' && found.push(String(text)), text));
    return value;
  });
  return [...new Set(found)];
}

const send = { to: '+12025550123', contentUrl: 'https://example.com' };

test.each<[string, Part]>([
  ['several numbers with blanks round their commas', { to: '+12025550123, +12025550124 ,+12025550125' }],
  ['several numbers between semicolons', { to: '+12025550123; +12025550124' }],
  ['the zone UTC', { headerTimeZone: 'UTC' }],
  ['a zone of three parts', { headerTimeZone: 'America/Argentina/Buenos_Aires' }],
  ['a zone with a sign', { headerTimeZone: 'Etc/GMT+5' }],
  ['a zone with a hyphen', { headerTimeZone: 'America/Port-au-Prince' }],
])('a send takes %s, and so does the document', async (_what, fields) => {
  const world = openSimulator({
    phoneNumbers: [phoneNumber({ number: '+13142666714' })],
  });
  await projectIn(world)
    .post('/faxes')
    .send({ ...send, ...fields })
    .expect(200);
  for (const [name, value] of Object.entries(fields)) {
    const patterns = patternsOf(name);
    expect(patterns.length).toBeGreaterThan(0);
    expect(patterns.some((pattern) => new RegExp(pattern).test(String(value)))).toBe(true);
  }
});
