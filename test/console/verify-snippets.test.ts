import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { signedString } from '../../src/model/shared/signed-string.ts';
import { callFor, verifyFunctions } from '../../console/screens/verify-snippets.ts';

const guides = ['webhooks', 'verification'].map((name) =>
  readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'),
);
const functions = verifyFunctions(guides.join('\n'));
const parts = {
  url: 'http://localhost/hook',
  fields: { fax: '{"name":"O\'Neil \\\\ #{x} $y"}', event: 'a' },
  files: [],
};
const signature = createHmac('sha1', 'secret').update(signedString(parts)).digest('hex');

test('the guides have a function for each language', () => {
  expect(functions.map(({ language }) => language)).toEqual(['Node', 'Python', 'Ruby', 'PHP', 'Java', '.NET']);
  expect(functions.every(({ code }) => code.includes('\n'))).toBe(true);
  expect(functions.map(({ note }) => /^In [^,]+/.exec(note)?.[0])).toEqual([
    ...['In Express', 'In Flask', 'In Rack', 'In PHP', 'In a servlet', 'In ASP.NET Core'],
  ]);
});

test.each([
  ['Node', 'node', ['--input-type=module', '-e'], (code: string, call: string) => `${code}\nconsole.log(${call})`],
  ['Python', 'python3', ['-c'], (code: string, call: string) => `${code}\nprint(str(${call}).lower())`],
] as const)('the call in %s is right for this webhook', (language, program, args, write) => {
  const { code } = functions.find((known) => known.language === language)!;
  const call = callFor(language, { parts, token: 'secret', signature })!;
  expect(execFileSync(program, [...args, write(code, call)], { encoding: 'utf8' }).trim()).toBe('true');
});

test('calls in Ruby and PHP quote values that these languages would read', () => {
  const call = (language: string) => callFor(language, { parts, token: 'secret', signature });
  expect(call('Ruby')).toContain(`'fax' => '{"name":"O\\'Neil \\\\\\\\ #{x} $y"}'`);
  expect(call('PHP')).toContain(`'fax' => '{"name":"O\\'Neil \\\\\\\\ #{x} $y"}'`);
  expect(call('Java')).toBe(undefined);
});
