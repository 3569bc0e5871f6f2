import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { print } from '../../src/cli/table-output.ts';
import { printable, printableJson, printableJsonLines, printableLines } from '../../src/model/shared/words.ts';
import { escapeHtml } from '../../src/lab/report/page-frame.ts';

/** C0, C1, and all marks that change the direction of a text. */
const hidden = [
  ...[0x00, 0x07, 0x0d, 0x1b, 0x7f, 0x85, 0x9b, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029],
  ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
].map((code) => String.fromCharCode(code));

const raw = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/u;

test.each(Object.entries({ printable, printableLines, escapeHtml, printableJson }))(
  '%s leaves no character that hides or turns a text',
  (_name, write) => {
    for (const character of hidden) expect(write(`a${character}b`)).not.toMatch(raw);
  },
);

test('indented JSON keeps its lines and its values', () => {
  const value = { [hidden.join('')]: hidden };
  const text = printableJsonLines(value);
  expect(text.replaceAll('\n', '')).not.toMatch(raw);
  expect(JSON.parse(text)).toEqual(value);
});

test('a mark of direction has four digits, as in JavaScript', () => {
  expect(printable('\u061c\u202e')).toBe(String.raw`\u061c\u202e`);
});

test.each([true, false])('an answer is printed without them, as JSON: %s', (json) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    print({ label: hidden.join('') }, { json });
    print([{ label: hidden.join('') }], { json });
    expect(write.mock.calls.join('').replaceAll('\n', '')).not.toMatch(raw);
  } finally {
    write.mockRestore();
  }
});

/** Parts of printed texts that no caller writes, and documents that are printed as they are. */
const own = [
  'packageVersion()',
  'JSON.stringify(file)',
  'error.code ?? error.message', // of stdout itself
  '{error.message}`)', // of main: what the system lacks before any command
  'placesText(', // which makes each path printable
  'reportUrl',
  'await askRunning', // answers ready or alive
  'guideList()',
  'helpText(',
  'terminalLine(line', // of tail, which makes each summary printable
  'zoneOf(at)',
  "lines.join('\\n')", // of init: names of its own files
];

test('every text that a command prints is made printable where it has parts of others', () => {
  const files = ['src/cli', 'src/lab', 'src/package'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  const calls = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    return [...source.matchAll(/(?:process\.std(?:out|err)\.write|console\.(?:error|log))\(/g)].map(({ index }) => ({
      file,
      text: source.slice(index, source.indexOf(';\n', index)),
    }));
  });
  expect(calls.length).toBeGreaterThan(20);
  const unsafe = calls.filter(
    ({ text }) => text.includes('${') && !/\bprintable/.test(text) && !own.some((part) => text.includes(part)),
  );
  expect(unsafe).toEqual([]);
});
