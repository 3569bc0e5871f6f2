import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { commandNames } from '../src/cli/catalogue.ts';
import { readCommandLine } from '../src/cli/command-line.ts';
import { helpText } from '../src/cli/help.ts';
import { CliError } from '../src/model/shared/errors.ts';
import { settingNames, settings } from '../src/model/settings/settings.ts';

function refusalOf(args: readonly string[], environment: Record<string, string> = {}): string {
  try {
    readCommandLine(args, environment);
  } catch (error) {
    if (error instanceof CliError && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error('was not refused');
}

describe('a setting', () => {
  test('comes from the flag before the environment before the default', () => {
    const environment = { FAXSIM_PORT: '4000', FAXSIM_SEED: '7' };
    const { options, sources } = readCommandLine(['--port', '5000'], environment);
    expect(options).toMatchObject({ port: 5000, seed: 7, host: '127.0.0.1' });
    expect(sources).toEqual({ port: '--port', seed: 'FAXSIM_SEED' });
  });

  test('is unset by an empty variable', () => {
    expect(readCommandLine([], { FAXSIM_PORT: '', FAXSIM_NO_SUCH_THING: '' }).options.port).toBe(8329);
  });

  test.each([
    [['--port=0'], { port: 0 }],
    [['--seed', '-5'], { seed: -5 }],
    [['--strict-auth'], { strictAuth: true }],
    [['--strict-auth=off'], { strictAuth: false }],
    [['--strict-auth', 'on'], { strictAuth: true }],
    [['--strict-auth', 'off', '--inflight-webhooks', 'on'], { strictAuth: false, inflightWebhooks: true }],
    [['start', '--strict-scenarios', 'true', '--port', '0'], { strictScenarios: true, port: 0 }],
    [['exec', '--strict-auth', 'off', '--', 'on'], { strictAuth: false }],
    [['--file-storage', 'off'], { fileStorage: false }],
    [['--host', '[::1]'], { host: '::1' }],
    [['--host', 'fax.example'], { host: 'fax.example' }],
    [['--max-body', '20971520'], { maxBody: 20_971_520 }],
    [['--max-body', '20MB'], { maxBody: 20_971_520 }],
    [['--max-body', '1kb'], { maxBody: 1024 }],
    [['--journal', '16mb'], { journal: 16_777_216 }],
    [['--journal', '0'], { journal: 0 }],
    [['--start-time', '2024-02-29T10:00:00Z'], { startTime: Date.UTC(2024, 1, 29, 10) }],
    [['--start-time', '2026-01-31t09:00:00.25+01:00'], { startTime: Date.UTC(2026, 0, 31, 8, 0, 0, 250) }],
    [['--clock', '0.0001'], { clock: 0.0001 }],
    [['--clock', 'manual'], { clock: 0 }],
    [['--fax-retry-delay', '1.5m'], { faxRetryDelay: 90_000 }],
    [['--world-idle', '1500ms'], { worldIdle: 1500 }],
    [['--rate-limit', '100/5m'], { rateLimit: { calls: 100, windowMs: 300_000 } }],
    [['-h'], { help: true }],
    [['-v'], { version: true }],
    [['reset', '--url', 'http://here/w/v2'], { url: 'http://here/w/v2' }],
  ])('%j is read as %j', (args, expected) => {
    expect(readCommandLine(args, {}).options).toMatchObject(expected);
  });

  test('given as a data directory by flag wins over a mount point from the environment', () => {
    const { options } = readCommandLine(['--data', '/here'], { FAXSIM_DATA_MOUNT: '/data' });
    expect(options).toMatchObject({ data: '/here', dataMount: undefined });
  });

  test.each([
    [{ FAXSIM_PORT: 'tcp://10.0.0.1:8329' }, 'FAXSIM_PORT is set to "tcp://10.0.0.1:8329"'],
    [{ FAXSIM_SERVICE_HOST: '10.0.0.1' }, 'FAXSIM_SERVICE_HOST is set to "10.0.0.1"'],
    [{ FAXSIM_PORT_8329_TCP_PROTO: 'tcp' }, 'FAXSIM_PORT_8329_TCP_PROTO is set to "tcp"'],
  ])('that a Kubernetes Service named faxsim has set is refused with what to do: %j', (environment, what) => {
    const fix =
      'a Kubernetes Service named faxsim sets it: set enableServiceLinks: false in the pod, or rename the Service';
    expect(refusalOf([], environment)).toBe(`${what}; ${fix}`);
  });

  test('that is wrong does not stand in the way of the help', () => {
    expect(readCommandLine(['--help'], { FAXSIM_PROT: '1' }).options.help).toBe(true);
  });
});

describe('a command', () => {
  test.each([
    [[], 'start'],
    [['--port', '2'], 'start'],
    [['start'], 'start'],
    [['healthcheck', '--port', '2'], 'healthcheck'],
    [['--port', '2', 'healthcheck'], 'healthcheck'],
    [['--world', 'mine', 'clock', 'advance', '45m'], 'clock'],
    [['clock', 'advance', '-5m'], 'clock'],
    [['help', 'clock'], 'help'],
  ])('%j is read as %s', (args, command) => {
    expect(readCommandLine(args, {}).command).toBe(command);
  });
});

describe('the arguments after exec', () => {
  test.each([
    [['exec', '--', 'npm', 'test', '--', '--watch'], {}, ['npm', 'test', '--', '--watch']],
    [['exec', 'npm', 'test', '--seed', '3'], { seed: 1 }, ['npm', 'test', '--seed', '3']],
    [['exec', '--seed', '3', 'npm', 'test', '-h'], { seed: 3, help: false }, ['npm', 'test', '-h']],
    [['exec', 'npm', '--port', '--seed', '3'], { seed: 1 }, ['npm', '--port', '--seed', '3']],
    [['exec', '--', 'npm', '--port', '--seed', '3'], { seed: 1 }, ['npm', '--port', '--seed', '3']],
    [['exec', 'port', '--seed', '3'], { seed: 1 }, ['port', '--seed', '3']],
    [['--seed', '3', 'exec', '--fixture=empty', '--', '--odd'], { seed: 3, fixture: 'empty' }, ['--odd']],
  ])('%j belongs to the other program from its name on', (args, options, words) => {
    expect(readCommandLine(args, {})).toMatchObject({ command: 'exec', options, words });
  });
});

describe('refuses with one line', () => {
  test.each([
    ['--port', 'an integer from 0 to 65535', 'http', '65536', '-1', '80.5'],
    ['--https', 'host names or addresses, with commas between them', 'bad name!', 'a.test,x..y'],
    [
      '--allow-hosts',
      'host names, addresses, blocks such as 100.64.0.0/10, or *, with commas between them',
      '10.0.0.0/99',
    ],
    ['--host', 'a host name or an address, without port', 'http://here', 'here:80'],
    ['--fixture-size', 'an integer from 1 to 1000000', '0', '1000001'],
    ['--seed', 'an integer from -9007199254740991 to 9007199254740991', '1e3', '9007199254740993'],
    [
      '--start-time',
      'an RFC 3339 time such as 2026-01-31T09:00:00Z, from 1900 to the beginning of 9000',
      '2026-02-30T00:00:00Z',
      '2026-01-31',
    ],
    ['--fax-retry-delay', 'a duration such as 60s or 5m, up to 1d', '60'],
    ['--rate-limit', 'a number of calls and a time, such as 1/1s or 100/5m, or off', '1/1'],
    ['--api-key', 'visible ASCII characters without a colon', 'a:b'],
    ['--file-storage', 'on or off', 'yes'],
    ['--max-body', 'a number of bytes such as 20971520 or 20mb, up to 1gb', '2tb', '0'],
    ['--send-callback-url', 'an http, https or mailto URL', 'ftp://127.0.0.1/'],
    ['--log-level', 'silent, error or info', 'debug'],
  ])('%s takes %s: not %j', (flag, expected, ...values) => {
    for (const value of values) {
      expect(refusalOf([flag, value])).toBe(`${flag} must be ${expected}, got ${JSON.stringify(value)}`);
    }
  });

  test('a mailto URL without its address is refused with an example', () => {
    expect(refusalOf(['--send-callback-url', 'mailto:'])).toBe(
      '--send-callback-url must be an http, https or mailto URL, got "mailto:" (an address is missing: mailto:fax@example.com)',
    );
  });

  test.each([
    [['--prot', '80'], 'unknown flag "--prot"; the nearest is --port'],
    [['--api-secert=abc'], 'unknown flag "--api-secert"; the nearest is --api-secret'],
    [['-port', '80'], 'unknown flag "-port"; the nearest is --port'],
    [['--pörtß\n', '80'], 'unknown flag "--pörtß\\n"; faxsim start --help names the flags'],
    [['--port'], '--port must be an integer from 0 to 65535, got nothing'],
    [['--port='], '--port must be an integer from 0 to 65535, got nothing'],
    [['--port', '--strict-auth'], '--port must be an integer from 0 to 65535, got nothing'],
    [['--port', '--host', 'here'], '--port must be an integer from 0 to 65535, got nothing'],
    [['--port', '--port', '80'], '--port must be an integer from 0 to 65535, got nothing'],
    [['reset', '--port', '--url', 'http://here'], '--port must be an integer from 0 to 65535, got nothing'],
    [['exec', '--port', '--', 'npm', 'test'], '--port must be an integer from 0 to 65535, got nothing'],
    [['--strict-auth', 'on', 'off'], 'unknown command "off"; faxsim --help names all that are known'],
    [['--strict-auth', 'yes'], '--strict-auth must be on or off, got "yes"'],
    [['start', '--port', '0', '--strict-auth', 'maybe'], '--strict-auth must be on or off, got "maybe"'],
    [['--strict-auth', 'healtcheck'], 'unknown command "healtcheck"; the nearest is healthcheck'],
    [['reset', '--json', 'on'], 'unexpected argument "on" after reset'],
    [
      ['--receive-callback-url', 'http://localhost/\nx'],
      '--receive-callback-url must be an http, https or mailto URL, got "http://localhost/\\nx" (a URL has no control characters)',
    ],
    [
      ['--port', '6000'],
      '--port must be an integer from 0 to 65535, got "6000" (fetch and browsers refuse to call this port: take another)',
    ],
    [
      ['reset', '--port', '10080'],
      '--port must be an integer from 0 to 65535, got "10080" (fetch and browsers refuse to call this port: take another)',
    ],
    [
      ['--https-port', '6697'],
      '--https-port must be an integer from 0 to 65535, got "6697" (fetch and browsers refuse to call this port: take another)',
    ],
    [['--port', '8000', '--port', '8001'], '--port is given twice'],
    [
      ['--fixture', 'dmeo'],
      '--fixture must be demo, empty, large or a path such as ./clinic.yaml, got "dmeo"; the nearest is demo',
    ],
    [['--data', 'a', '--data-mount', 'b'], '--data and --data-mount exclude each other'],
    [['--api-secret', 'two words'], '--api-secret must be visible ASCII characters, got something else'],
    [
      ['--api-key', 'same', '--test-api-key', 'same'],
      '--api-key and --test-api-key are equal; they must differ, since the key tells live calls from tests',
    ],
    [['healtcheck'], 'unknown command "healtcheck"; the nearest is healthcheck'],
    [['--', '--port'], 'unknown command "--port"; faxsim --help names all that are known'],
    [['reset', '--seed', '3'], 'reset does not take --seed; faxsim reset --help names the flags'],
    [
      ['settings', 'change', '--webhook-token', 'x'],
      'settings does not take --webhook-token; a parameter is written without dashes: webhook_token=VALUE',
    ],
    [
      ['clock', 'move', '--advance', '5s'],
      'unknown flag "--advance"; a parameter is written without dashes: advance=VALUE',
    ],
    [['--json'], 'start does not take --json; faxsim start --help names the flags'],
    [['reset', '--wrold', 'x'], 'unknown flag "--wrold"; the nearest is --world'],
    [
      ['reset', '--url', 'here:80'],
      '--url must be an http or https URL, without a version such as /v2.1 at its end, got "here:80"',
    ],
    [
      ['reset', '--url', 'http://me:pass@127.0.0.1:1'],
      '--url must be an http or https URL, without a version such as /v2.1 at its end, got "http://•••@127.0.0.1:1" (it has no user name and no password: keys have settings of their own)',
    ],
    [
      ['reset', '--url', 'me:pass@there'],
      '--url must be an http or https URL, without a version such as /v2.1 at its end, got "•••@there"',
    ],
    [['wait', '--timeout', '2'], '--timeout must be a duration such as 60s or 5m, got "2"'],
    [['wait', '--timeout', '-2s'], '--timeout must be a duration such as 60s or 5m, got "-2s"'],
    [
      ['reset', '--url', 'http://127.0.0.1:8329/v2.1'],
      '--url must be an http or https URL, without a version such as /v2.1 at its end, got "http://127.0.0.1:8329/v2.1"',
    ],
    [['healthcheck', 'now'], 'unexpected argument "now" after healthcheck'],
  ])('the arguments %j', (args, line) => {
    expect(refusalOf(args)).toBe(line);
  });

  test.each([
    [
      { FAXSIM_PORT: '6667' },
      'FAXSIM_PORT must be an integer from 0 to 65535, got "6667" (fetch and browsers refuse to call this port: take another)',
    ],
    [{ FAXSIM_PROT: '80' }, 'unknown environment variable "FAXSIM_PROT"; the nearest is FAXSIM_PORT'],
    [{ FAXSIM_HELP: 'on' }, 'unknown environment variable "FAXSIM_HELP"; faxsim start --help names the settings'],
    [{ FAXSIM_PORT: '80\n90' }, 'FAXSIM_PORT must be an integer from 0 to 65535, got "80\\n90"'],
    [{ FAXSIM_DATA: 'a', FAXSIM_DATA_MOUNT: 'b' }, 'FAXSIM_DATA and FAXSIM_DATA_MOUNT exclude each other'],
    [
      { FAXSIM_API_KEY: settings.testApiKey.default },
      'FAXSIM_API_KEY and --test-api-key are equal; they must differ, since the key tells live calls from tests',
    ],
  ])('the environment %j', (environment, line) => {
    expect(refusalOf([], environment)).toBe(line);
  });
});

describe('the table', () => {
  test('is in a page whose example of a wrong setting is the real message', () => {
    const page = readFileSync(new URL('../docs/options.md', import.meta.url), 'utf8');
    expect(page).toContain(`\nfaxsim: ${refusalOf(['--port', 'http'])}\n`);
  });

  test.each(settingNames)('spells the flag and the variable of %s alike', (name) => {
    const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const { flag, env } = settings[name];
    expect(flag).toBe(`--${words}`);
    expect(env ?? '').toMatch(/^(FAXSIM_[A-Z_]+|)$/);
    if (env !== undefined) expect(env).toBe(`FAXSIM_${words.toUpperCase().replaceAll('-', '_')}`);
  });

  test('is all in the help, in lines of at most 80 characters', () => {
    const help = helpText('start');
    for (const name of settingNames) expect(help).toContain(`  ${settings[name].flag}`);
  });

  test.each([undefined, ...commandNames])('and the help of %s has lines of at most 80 characters', (command) => {
    const wrong = helpText(command)
      .split('\n')
      .filter((line) => line.length > 80 || /\s$/.test(line));
    expect(wrong).toEqual([]);
  });
});
