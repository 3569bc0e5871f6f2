import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isSecret } from '../../../src/worlds/journal/redaction.ts';

/** Names as words, each to be spelt in any way. */
const secretNames = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'pass', 'pw', 'user pass', 'db pwd'],
  ...['auth', 'basic auth', 'oauth', 'auth key', 'authorization', 'authorisation', 'authentication'],
  ...['token', 'access token', 'webhook token', 'bearer', 'jwt', 'otp', 'cookie', 'session id'],
  ...['secret', 'api secret', 'client secret', 'credential', 'credentials', 'creds'],
  ...[
    'signature',
    'sig',
    'x amz signature',
    'x amz credential',
    'x goog signature',
    'userpass',
    'dbpass',
    'dbpassword',
  ],
  ...['api key', 'api keys', 'x api key', 'private key', 'access key', 'signing key'],
];

/** Names with the letters of a secret's name, without its meaning. */
const harmlessNames = [
  ...['author', 'authors', 'authority', 'port authority', 'co author', 'authored by', 'authorized by'],
  ...['token count', 'tokens count', 'tokenizer', 'cookie consent', 'signatures', 'signed', 'design', 'encompass'],
  ...['secretary', 'passenger', 'passport', 'compass', 'bypass', 'pages passed', 'creditor', 'credit'],
  ...['key', 'keyword', 'monkey', 'api version', 'access level', 'session', 'private', 'hotpot', 'pwr'],
  ...['to', 'tag', 'content url', 'callback url', 'caller id', 'port out pin', 'provider name', 'esig', 'id'],
];

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const spellings: Readonly<Record<string, (words: string[]) => string>> = {
  'with underscores': (words) => words.join('_'),
  'with dashes': (words) => words.join('-'),
  'in capitals': (words) => words.join('_').toUpperCase(),
  'in camel case': ([first = '', ...others]) => first + others.map(capital).join(''),
  'in Pascal case': (words) => words.map(capital).join(''),
  'as a header': (words) => words.map(capital).join('-'),
  'in brackets': (words) => `tag[${words.join(' ')}]`,
};

describe.each(Object.entries(spellings))('a name %s', (_how, spelt) => {
  test.each(secretNames)('of a secret hides it: %s', (name) => {
    expect(isSecret(spelt(name.split(' ')), 'hush')).toBe(true);
  });

  test.each(harmlessNames)('of something harmless hides nothing: %s', (name) => {
    expect(isSecret(spelt(name.split(' ')), 'hush')).toBe(false);
  });
});

test('a name hides a secret whatever words stand around it', () => {
  const around = fc.array(fc.constantFrom(...harmlessNames), { maxLength: 2 });
  const spelling = fc.constantFrom(...Object.values(spellings));
  fc.assert(
    fc.property(around, fc.constantFrom(...secretNames), around, spelling, (before, name, after, spelt) => {
      expect(isSecret(spelt([...before, name, ...after].join(' ').split(' ')), 'hush')).toBe(true);
    }),
  );
});

test.each(['apikey', 'clientsecret', 'userpwd', 'authtoken', 'mypassword', 'pAsSwOrD'])(
  'words of a name need not be told apart: %s',
  (name) => expect(isSecret(name, 'hush')).toBe(true),
);

test.each([true, false, null, 'true', 'false', '1', ''])(
  'a value that says only yes or no is shown: auth=%s',
  (value) => {
    expect(isSecret('auth', value)).toBe(false);
  },
);
