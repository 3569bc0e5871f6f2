import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { boundaryOf, readMultipart } from '../../src/wire/multipart.ts';
import type { FormPart } from '../../src/wire/multipart.ts';
import { Refusal } from '../../src/model/domain/refusal.ts';

const read = (text: string, boundary = 'B'): FormPart[] => [...readMultipart(Buffer.from(text), boundary)];
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const pdf = (text: string) => ({ filename: 'a.pdf', type: 'application/pdf', bytes: Buffer.from(text) });

describe('reads what the official clients send', () => {
  test.each<[string, string, unknown[]]>([
    [
      'a plain form',
      `--B\r\n${field('a', '1')}\r\n--B\r\n${field('b', '2')}\r\n--B--\r\n`,
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['nothing but the end', '--B--\r\n', []],
    ['a preamble and an epilogue', `hello\r\n--B\r\n${field('a', '1')}\r\n--B--\r\nbye`, [['a', '1']]],
    [
      'empty parts between fields (Java)',
      `--B\r\n${field('a', '1')}\r\n--B\r\n--B\r\n${field('b', '2')}\r\n--B\r\n--B--`,
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['a blank part', `--B\r\n\r\n\r\n--B\r\n${field('a', '1')}\r\n--B--`, [['a', '1']]],
    [
      'no closing delimiter (Java, v1)',
      `--B\r\n${field('a', '1')}\r\n--B\r\n${field('b', '2')}\r\n`,
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'parts behind the closing delimiter (Java, v1)',
      `--B\r\n${field('a', '1')}\r\n--B--\r\n--B\r\n${field('to[0]', '2')}\r\n`,
      [
        ['a', '1'],
        ['to[0]', '2'],
      ],
    ],
    [
      'lower-case part headers (Node, v1)',
      `\r\n--B\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--B--`,
      [['a', '1']],
    ],
    [
      'a type before the disposition and no quotes (.NET)',
      '--B\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--B--',
      [['a', '1']],
    ],
    ['empty parts with an empty line', `--B\r\n\r\n\r\n--B\r\n${field('a', '1')}\r\n--B\r\n\r\n--B--`, [['a', '1']]],
    ['an empty value', `--B\r\n${field('a', '')}\r\n--B--`, [['a', '']]],
    [
      'a part without content, its header directly before the boundary',
      `--B\r\nContent-Disposition: form-data; name="a"\r\n--B\r\n${field('b', '2')}\r\n--B--`,
      [
        ['a', ''],
        ['b', '2'],
      ],
    ],
    [
      'a part without content, whose last header has its line end',
      '--B\r\nContent-Type: text/plain\r\nContent-Disposition: form-data; name="a"\r\n\r\n--B--',
      [['a', '']],
    ],
    [
      'a header over several lines',
      '--B\r\nContent-Disposition: form-data;\r\n name="a"\r\nX: 1\r\n\t2\r\n\t\r\n\r\n1\r\n--B--',
      [['a', '1']],
    ],
    ['lines of a value that end with LF alone', `--B\r\n${field('a', '1\n2\n')}\r\n--B--`, [['a', '1\n2\n']]],
    ['white space behind the boundary', `--B \t\r\n${field('a', '1')}\r\n--B-- \r\n`, [['a', '1']]],
  ])('%s', (_what, text, expected) => {
    expect(read(text).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  test.each([
    ['within a line or as the start of a longer word', 'x--B\r\n--Bc\r\n --B'],
    ['before white space and a word', `x\r\n--B${' '.repeat(90)}text\r\ny`],
    ['before more white space than any client sends', `x\r\n--B${' '.repeat(90)}\r\ny`],
  ])('the boundary’s text %s', (_where, value) => {
    expect(read(`--B\r\n${field('a', value)}\r\n--B--`)).toEqual([{ name: 'a', value }]);
  });

  test.each([
    ['Python, older', `"file"; filename*=utf-8''Seite%20%C3%A9.html`, 'Seite é.html'],
    [
      '.NET',
      `"file"; filename="=?utf-8?B?U2VpdGUgw6kuaHRtbA==?="; filename*=utf-8''Seite%20%C3%A9.html`,
      'Seite é.html',
    ],
    ['with a language', `"file"; filename*=UTF-8'en'/tmp/a%3Bb.txt`, 'a;b.txt'],
    ['whose escapes are broken', `"file"; filename="a.txt"; filename*=utf-8''%c3%28.txt`, 'a.txt'],
    ['whose escapes are broken, with no other', `"file"; filename*=utf-8''%c3%28.txt`, '%c3%28.txt'],
    ['which is empty', `"file"; filename="a.html"; filename*=utf-8''`, 'a.html'],
    ['in Latin-1', `"file"; filename*=iso-8859-1''na%EFve.html`, 'naïve.html'],
    ['in a character set that is none', `"file"; filename="a.html"; filename*=klingon''b%EF.html`, 'a.html'],
    ['with quotes around it', `"file"; filename*="utf-8''na%C3%AFve%20b.html"`, 'naïve b.html'],
    ['not escaped', `"file"; filename*=utf-8''naïve.html`, 'naïve.html'],
    ['with a backslash at its end', String.raw`"file"; filename="a\"`, 'a'],
    ['with a backslash at its end, before more', String.raw`"file"; filename="C:\b\"; size=3`, 'b'],
    ['Ruby, with quotes', '"file"; filename="a "b" c.html"', 'a "b" c.html'],
    ['with escaped quotes', '"file"; filename="a \\"b\\"; c.html"', 'a "b"; c.html'],
  ])('a file’s name: %s', (_who, attributes, filename) => {
    const head = `Content-Disposition: form-data; name=${attributes}`;
    expect(read(`--B\r\n${head}\r\n\r\n<b>\r\n--B--\r\n`)).toEqual([
      { name: 'file', value: { filename, type: undefined, bytes: Buffer.from('<b>') } },
    ]);
  });

  test('a file’s name in Latin-1', () => {
    const head = 'Content-Disposition: form-data; name="file"; filename="na\xefve.html"';
    const body = Buffer.from(`--B\r\n${head}\r\n\r\n<b>\r\n--B--\r\n`, 'latin1');
    expect([...readMultipart(body, 'B')]).toMatchObject([{ name: 'file', value: { filename: 'naïve.html' } }]);
  });

  test('files with their base name, type and bytes', () => {
    const head = 'Content-Type: application/pdf\r\nContent-Disposition: form-data;';
    for (const name of ['"a.pdf"', "a.pdf; filename*=utf-8''a.pdf", '"/home/me/a.pdf"', '"C:\\\\faxes\\\\a.pdf"']) {
      const parts = read(`--B\r\n${head} name="file[]"; filename=${name}\r\n\r\n%PDF\r\n\r\n\r\n--B--`);
      expect(parts).toEqual([{ name: 'file[]', value: pdf('%PDF\r\n\r\n') }]);
    }
  });
});

const lineFeedAlone = 'its lines must end with CR LF, got LF alone';

describe('refuses', () => {
  test.each([
    ['a body without its boundary', 'a=1', 'does not occur'],
    ['a part that ends within its header', '--B\r\nContent-Disposition: form-data; name="a"\r\n', 'no empty line'],
    ['a part without an empty line before its value', `--B\r\nX: y\r\nvalue\r\n--B--`, '"value" is no header'],
    ['lines that end with LF alone', `--B\r\n${field('a', '1')}\r\n--B--\r\n`.replaceAll('\r', ''), lineFeedAlone],
    [
      'a header that ends with LF alone',
      '--B\r\nContent-Disposition: form-data; name="a"\n\n1\r\n--B--',
      lineFeedAlone,
    ],
    ['headers with LF alone between them', `--B\r\nX: y\n${field('a', '1')}\r\n--B--`, lineFeedAlone],
    ['a last boundary after LF alone', `--B\r\n${field('a', '1')}\n--B--\r\n`, lineFeedAlone],
    ['a first boundary before LF alone', `--B\n${field('a', '1')}\r\n--B--\r\n`, lineFeedAlone],
    ['a part without a header', `--B\r\n\r\nhello\r\n--B\r\n${field('a', '1')}\r\n--B--`, 'a part has no header'],
    ['a part without a name', '--B\r\nContent-Disposition: form-data\r\n\r\n1\r\n--B--', 'no name'],
    ['a part without a disposition', '--B\r\nX: y\r\n\r\n1\r\n--B--', 'no name'],
    ['a header that is none', '--B\r\nnonsense\r\n\r\n1\r\n--B--', '"nonsense" is no header'],
    [
      'a file that is cut off',
      '--B\r\nContent-Disposition: form-data; name="f"; filename="x"\r\n\r\n%PDF',
      'the file f is cut off',
    ],
  ])('%s', (_what, text, message) => {
    expect(() => read(text)).toThrow(Refusal);
    expect(() => read(text)).toThrow(message);
  });

  test('text that is not UTF-8', () => {
    const bytes = Buffer.concat([
      Buffer.from(`--B\r\n${field('a', '')}`),
      Buffer.from([0xff]),
      Buffer.from('\r\n--B--'),
    ]);
    expect(() => [...readMultipart(bytes, 'B')]).toThrow('not UTF-8');
  });
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data;boundary=abc; charset=utf-8', 'abc'],
  ['multipart/form-data; boundary="a b"', 'a b'],
  ['multipart/form-data;; boundary=abc', 'abc'],
  ['multipart/form-data; BOUNDARY=*****', '*****'],
  ['multipart/form-data', undefined],
  ['multipart/form-data; boundary=', undefined],
])('the boundary of %p is %p', (contentType, boundary) => {
  expect(boundaryOf(contentType)).toBe(boundary);
});

test('files come through byte for byte, whatever is in them', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 200 }), { minLength: 1, maxLength: 4 }), (files) => {
      const boundary = '----1fax';
      const body = files.flatMap((bytes, index) => [
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="f${index}"; filename="x"\r\n\r\n`),
        Buffer.from(bytes),
        Buffer.from('\r\n'),
      ]);
      const parts = [...readMultipart(Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]), boundary)];
      expect(parts.map(({ value }) => (typeof value === 'string' ? value : [...value.bytes]))).toEqual(
        files.map((bytes) => [...bytes]),
      );
    }),
  );
});

test('no body whatever makes it fail otherwise than by a refusal', () => {
  const piece = fc.constantFrom(
    '--B',
    '--B--',
    '\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="a"',
    '; filename="x"',
    'x',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      try {
        read(pieces.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal);
      }
    }),
    { numRuns: 500 },
  );
});
