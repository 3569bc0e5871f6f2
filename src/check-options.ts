import { accountLimits } from './domain/account.ts';
import { Failure } from './failure.ts';
import { nearestOrAll, nearestText } from './nearest.ts';
import { inCode, integer, within } from './option-kinds.ts';
import type { CodeKind } from './option-kinds.ts';
import { idleSeconds, settings } from './options.ts';
import type { SettingName } from './options.ts';
import { credentialsOf } from './start-options.ts';
import type { StartOptions } from './start-options.ts';

/** Throws a Failure for a value that cannot be that of the option of this name. */
type Check = (value: unknown, name: string) => void;
/** A check for each field of T, so that one that is added to T cannot be forgotten here. */
type Checks<T> = Readonly<Record<keyof T, Check>>;

/**
 * Throws a Failure that names the first option that faxsim does not have, or that is not as the program's settings may be:
 * JavaScript checks none, and most would only be missed, or found to be wrong, while requests are answered.
 */
export function checkOptions(options: unknown): asserts options is StartOptions {
  group(checks)(options, '');
  refuseEqualKeys(options as StartOptions);
}

const like = (name: SettingName): Check => of(inCode(settings[name].kind), settings[name]);

function of(kind: CodeKind, { isSecret = false } = {}): Check {
  return (value, name) => {
    if (kind.holds(value)) return;
    const near = typeof value === 'string' ? nearestText(value, kind.choices ?? []) : '';
    throw wrong(name, kind.expected, isSecret ? 'something else' : shown(value) + near);
  };
}

function group<T>(members: Checks<T>): Check {
  const known = Object.keys(members);
  return (value, name) => {
    if (!isGroup(value)) throw wrong(name || 'startSimulator', 'an object', shown(value));
    for (const [member, given] of Object.entries(value)) {
      const place = name === '' ? member : `${name}.${member}`;
      if (!known.includes(member))
        throw new Failure(`unknown option ${JSON.stringify(place)}${nearestOrAll(member, known)}`);
      if (given !== undefined) members[member as keyof T](given, place);
    }
  };
}

/** A group of which nothing may be left out. */
function whole<T>(members: Checks<T>): Check {
  return (value, name) => {
    group(members)(value, name);
    const missing = Object.keys(members).find((member) => (value as Record<string, unknown>)[member] === undefined);
    if (missing !== undefined) throw new Failure(`${name}.${missing} is required`);
  };
}

const orNull =
  (check: Check): Check =>
  (value, name) => {
    if (value !== null) check(value, name);
  };

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Programs count time in ms: what takes any is one at least. */
const inMs = ({ min, max }: typeof idleSeconds | typeof accountLimits.faxRetryDelaySeconds) =>
  of(inCode(integer(min, max * 1000)));

const aFunction = of({ expected: 'a function', holds: (value) => typeof value === 'function' });
const aPath = of({ expected: 'a path', holds: (value) => typeof value === 'string' && /^[^\0]+$/.test(value) });

const account: Checks<Required<StartOptions>['account']> = {
  balanceCents: like('balance'),
  storesFiles: like('fileStorage'),
  sendCallbackUrl: orNull(like('sendCallbackUrl')),
  receiveCallbackUrl: orNull(like('receiveCallbackUrl')),
  webhookVersion: like('webhookVersion'),
  webhookToken: orNull(like('webhookToken')),
  inflightWebhooks: like('inflightWebhooks'),
  faxRetries: like('faxRetries'),
  faxRetryDelayMs: inMs(accountLimits.faxRetryDelaySeconds),
  rateLimit: orNull(
    whole({
      calls: of(inCode(within(accountLimits.rateLimitCalls))),
      windowMs: of({
        expected: 'a number of ms above 0',
        holds: (value) => Number.isFinite(value) && Number(value) > 0,
      }),
    }),
  ),
};

const checks: Checks<StartOptions> = {
  port: like('port'),
  host: like('host'),
  https: like('https'),
  httpsPort: like('httpsPort'),
  httpsCa: aPath,
  fixture: like('fixture'),
  fixtureSize: like('fixtureSize'),
  seed: like('seed'),
  startTime: like('startTime'),
  pace: like('pace'),
  clock: like('clock'),
  account: group(account),
  allowHosts: like('allowHosts'),
  fetch: like('fetch'),
  scenarios: like('scenario'),
  data: aPath,
  credentials: group({
    live: whole({ key: like('apiKey'), secret: like('apiSecret') }),
    test: whole({ key: like('testApiKey'), secret: like('testApiSecret') }),
  }),
  fileStorage: like('fileStorage'),
  strictAuth: like('strictAuth'),
  controlToken: like('controlToken'),
  // What is in them is checked where they are read.
  overrides: of({ expected: 'a path or an object', holds: (value) => typeof value === 'string' || isGroup(value) }),
  maxBody: like('maxBody'),
  journal: like('journal'),
  maxWorlds: like('maxWorlds'),
  worldIdle: inMs(idleSeconds),
  onFault: aFunction,
  onRequest: aFunction,
};

function refuseEqualKeys(options: StartOptions): void {
  const { live, test } = credentialsOf(options);
  if (live.key !== test.key) return;
  throw new Failure('credentials: the keys are equal; they must differ, since the key tells live calls from tests');
}

const wrong = (name: string, expected: string, got: string) => new Failure(`${name}: expected ${expected}, got ${got}`);

const longestShown = 80;

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return String(value);
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
