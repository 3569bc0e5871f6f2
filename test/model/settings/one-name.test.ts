import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readCommandLine } from '../../../src/cli/command-line.ts';
import { durationText } from '../../../src/model/shared/duration.ts';
import { parseDuration } from '../../../src/model/shared/duration.ts';
import { startSimulator } from '../../../src/index.ts';
import type { StartOptions } from '../../../src/index.ts';
import { take } from '../../../src/model/fields/kinds.ts';
import { readOptions } from '../../../src/model/settings/read-options.ts';
import { snakeCase } from '../../../src/model/fields/names.ts';
import { accountSettingNames, settingNames, settings } from '../../../src/model/settings/settings.ts';
import type { SettingName } from '../../../src/model/settings/settings.ts';
import { openSimulator } from '../../support/simulator.ts';

/** A text for settings of an account, and what a world shows for it. */
const texts: readonly [SettingName, string, unknown][] = [
  ['fileStorage', 'off', false],
  ['balanceCents', '1234', 1234],
  ['sendCallbackUrl', 'https://example.com/sent', 'https://example.com/sent'],
  ['receiveCallbackUrl', 'mailto:fax@example.com', 'mailto:fax@example.com'],
  ['webhookVersion', 'v2', 'v2'],
  ['webhookToken', 'secret', 'secret'],
  ['inflightWebhooks', 'on', true],
  ['faxRetries', '3', 3],
  ['faxRetryDelay', '90s', '90s'],
  ['faxRetryDelay', '120s', '2m'],
  ['rateLimit', '100/5m', '100/5m'],
  ['rateLimit', 'off', null],
  ['traffic', '30/h', '30/1h'],
  ['traffic', '3600/h', '3600/1h'],
  ['traffic', '1000/s', '1000/1s'],
  ['traffic', 'off', null],
  ['projectId', 'my-project', 'my-project'],
  ['completedFile', 'files', 'files'],
  ['pagePrice', '0.045', 0.045],
];

test('these are all settings of an account', () => {
  expect([...new Set(texts.map(([name]) => name))]).toEqual(accountSettingNames);
});

test.each(texts)('%s=%s means the same as a flag, a variable, an option and in a PATCH', async (name, text, shown) => {
  const { flag, env = '' } = settings[name];
  const { [name]: byFlag } = readCommandLine([`${flag}=${text}`], {}).options;
  const { [name]: byVariable } = readCommandLine([], { [env]: text }).options;
  const { [name]: byOption } = readOptions({ settings: { [name]: text } });
  expect([byVariable, byOption]).toEqual([byFlag, byFlag]);
  const { anyone } = openSimulator();
  const field = snakeCase(name);
  const patched = await anyone
    .patch('/_faxsim/settings')
    .send({ [field]: text })
    .expect(200);
  expect(patched.body.data[field]).toEqual(shown);
  const made = await anyone
    .post('/_faxsim/worlds')
    .send({ id: 'made', settings: { [field]: shown } })
    .expect(200);
  expect(made.body.data.id).toBe('made');
  const { body } = await anyone.get('/w/made/_faxsim/settings').expect(200);
  expect(body.data[field]).toEqual(shown);
});

test.each(['0/h', '1001/s', '1/100ms', '30', '1/h/h'])('traffic of %s is refused with what takes its place', (text) => {
  const expected = 'a number of faxes and a time, such as 30/h or 1/10s, up to 1000 faxes a second, or off';
  expect(() => readCommandLine(['--traffic', text], {})).toThrow(`--traffic must be ${expected}, got "${text}"`);
  expect(() => readOptions({ settings: { traffic: text } })).toThrow(`settings.traffic must be ${expected}, got`);
});

test('the id of a project is a part of a path', () => {
  expect(() => readCommandLine(['--project-id', 'a/b'], {})).toThrow(
    '--project-id must be letters, digits, hyphens and underscores, got "a/b"',
  );
});

test('the settings that a world shows can be given back as they are', async () => {
  const { anyone } = openSimulator();
  const { body: before } = await anyone.get('/_faxsim/settings').expect(200);
  const { body: after } = await anyone.patch('/_faxsim/settings').send(before.data).expect(200);
  expect(after).toEqual(before);
});

test('a world begins with the settings of the start, except those that it gives', async () => {
  const simulator = await startSimulator({
    fixture: 'empty',
    clock: 'manual',
    settings: { webhookToken: 'secret', faxRetryDelay: '90s', rateLimit: '5/1s', fileStorage: false },
  });
  const world = await simulator.world({ settings: { rate_limit: null } });
  const shown = await world.settings.show();
  await simulator.close();
  expect(shown).toMatchObject({
    webhook_token: 'secret',
    fax_retry_delay: '90s',
    rate_limit: null,
    file_storage: false,
  });
});

test.each(['manual', 0, '0'])('the clock of %j stands still, however the world is made', async (clock) => {
  const simulator = await startSimulator({ fixture: 'empty', clock: clock as 'manual' });
  const world = await simulator.world({ fixture: 'empty', clock: clock as 'manual' });
  const speeds = [(await simulator.clock.show()).speed, (await world.clock.show()).speed];
  await simulator.close();
  expect([...speeds, readCommandLine(['--clock', String(clock)], {}).options.clock]).toEqual([0, 0, 0]);
});

test.each(['0.0001', '1e3', '-1', '100001', 'slow', ''])(
  'the speed %j is read alike by flag and by call',
  async (speed) => {
    const byFlag = take(settings.clock.kind, speed);
    const { status } = await openSimulator().anyone.post('/_faxsim/clock').send({ speed });
    expect(status).toBe(byFlag === undefined ? 422 : 200);
  },
);

test('file storage that is off at the start leaves no fax of the fixture a file', async () => {
  const { anyone } = openSimulator();
  const order = { id: 'bare', fixture: 'demo', settings: { file_storage: false } };
  await anyone.post('/_faxsim/worlds').send(order).expect(200);
  const { body } = await anyone.get('/w/bare/_faxsim/records/faxes').expect(200);
  expect(new Set((body.data as { file: unknown }[]).map(({ file }) => file))).toEqual(new Set(['not_stored']));
});

test('no setting takes a number without a unit for a time', () => {
  const times = settingNames.filter((name) => take<unknown>(settings[name].kind, '90s') === 90_000);
  expect(times).toEqual(['worldIdle', 'faxRetryDelay']);
  for (const name of times) {
    expect(take<unknown>(settings[name].kind, '90')).toBeUndefined();
    expect(take<unknown>(settings[name].kind, 90)).toBeUndefined();
  }
});

test('a duration that is shown is read as the same duration', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.nat(),
        fc.nat(1000).map((count) => count * 3_600_000),
      ),
      (ms) => {
        expect(parseDuration(durationText(ms))).toBe(ms);
      },
    ),
  );
});

test('options have precise types', () => {
  const right: StartOptions = { clock: 'manual', worldIdle: '1h', settings: { rateLimit: '1/1s', webhookToken: null } };
  const wrong = [
    // @ts-expect-error -- a number says no unit
    { worldIdle: 3600 } satisfies StartOptions,
    // @ts-expect-error -- there is no such pace
    { pace: 'quick' } satisfies StartOptions,
    // @ts-expect-error -- a port cannot be taken away
    { port: null } satisfies StartOptions,
  ];
  expect(() => readOptions(right)).not.toThrow();
  for (const options of wrong) expect(() => readOptions(options)).toThrow(/must be/);
});
