import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const folder = new URL('../docs/', import.meta.url);
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));

test.each(pages)('curl takes the URLs of %s: brackets in them would be a range of its own', (page) => {
  const lines = readFileSync(new URL(page, folder), 'utf8').split('\n');
  expect(lines.filter((line) => /^\s*curl .*https?:[^ ]*[[{]/.test(line) && !/ -[a-zA-Z]*g/.test(line))).toEqual([]);
});

test.each(pages)('no form in %s has a bare + in a number, which would be a space', (page) => {
  const lines = readFileSync(new URL(page, folder), 'utf8').split('\n');
  expect(lines.filter((line) => / -d '?[\w[\]]+=\+\d/.test(line))).toEqual([]);
});
