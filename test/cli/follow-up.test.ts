import { expect, test } from '@jest/globals';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { withPlace } from '../../src/cli/follow-up.ts';

const shown = (text: string, args: readonly string[], environment: Record<string, string> = {}): string =>
  withPlace(text, readCommandLine(['tail', ...args], environment));

test.each([
  [['--port', '7001'], 'faxsim --port 7001 requests curl 12'],
  [['--port', '7001', '--world', 'my world'], "faxsim --port 7001 --world 'my world' requests curl 12"],
  [['--url', 'http://there:1/w/a'], 'faxsim --url http://there:1/w/a requests curl 12'],
  [['--control-token', 'sesame'], 'faxsim --control-token "$FAXSIM_CONTROL_TOKEN" requests curl 12'],
  [['--json'], 'faxsim requests curl 12'],
])('a printed command asks the same world after %j', (args, command) => {
  expect(shown('to repeat it: faxsim requests curl 12', args)).toBe(`to repeat it: ${command}`);
});

test('a command takes its flags before its name too', () => {
  expect(readCommandLine(['--port', '7001', 'requests', 'curl', '12'], {})).toMatchObject({
    command: 'requests',
    words: ['curl', '12'],
    options: { port: 7001 },
  });
});

test('variables hold for the next command, so they are not repeated', () => {
  const environment = { FAXSIM_PORT: '7001', FAXSIM_WORLD: 'a' };
  expect(shown('faxsim env prints keys', [], environment)).toBe('faxsim env prints keys');
  expect(shown('faxsim env prints keys', ['--world', 'b'], environment)).toBe('faxsim --world b env prints keys');
});

test.each([
  'Start it with faxsim start',
  'faxsim replay failure.json',
  'what answers is not faxsim; faxsim answers at http://127.0.0.1:1',
])('a text without a command for a running simulator stays: %s', (text) => {
  expect(shown(text, ['--port', '7001', '--world', 'a'])).toBe(text);
});

test('commands about worlds name the world themselves', () => {
  expect(shown('faxsim worlds put b creates it', ['--port', '7001', '--world', 'b'])).toBe(
    'faxsim --port 7001 worlds put b creates it',
  );
});
