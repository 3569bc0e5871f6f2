import { expect, test } from '@jest/globals';
import { account } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

test.each(['send_callback_url', 'receive_callback_url'])('%s has no control characters', async (name) => {
  const { anyone } = openSimulator();
  const { body } = await anyone
    .patch('/_faxsim/settings')
    .send({ [name]: 'http://localhost/\r\nhook' })
    .expect(422);
  expect(body.message).toBe(
    `${name} must be an http, https or mailto URL, got "http://localhost/\\r\\nhook" (a URL has no control characters)`,
  );
  expect((await anyone.get('/_faxsim/settings').expect(200)).body.data).toMatchObject({ [name]: null });
});

test('each setting of a world is described with its value, default and meaning', async () => {
  const { anyone } = openSimulator();
  await anyone.patch('/_faxsim/settings').send({ fax_retry_delay: '90s' }).expect(200);
  const { body } = await anyone.get('/_faxsim/settings/described').expect(200);
  const find = (name: string) => (body.data as { name: string }[]).find((setting) => setting.name === name);
  expect(find('fax_retry_delay')).toEqual({
    ...{ name: 'fax_retry_delay', where: 'account', type: 'string', choices: [], placeholder: 'TIME', secret: false },
    ...{ value: '90s', start_value: '1m', default: '1m', default_text: '1m', flag: '--fax-retry-delay' },
    meaning: 'The time from a failed call to its retry.',
  });
  expect(find('webhook_version')).toMatchObject({ choices: ['v1', 'v2', 'v2.1'], default: 'v2.1' });
  expect(find('send_callback_url')).toMatchObject({ value: null, default: null, default_text: '' });
});

test('a setting keeps its value of the start, to which it can be set back with its credentials', async () => {
  const hook = 'http://user:pass@127.0.0.1:9/hook';
  const { anyone, simulator } = openSimulator({ account: account({ sendCallbackUrl: hook }) });
  await anyone.patch('/_faxsim/settings').send({ send_callback_url: null }).expect(200);
  const { body } = await anyone.get('/_faxsim/settings/described').expect(200);
  const setting = (body.data as { name: string; value: unknown; start_value: unknown }[]).find(
    ({ name }) => name === 'send_callback_url',
  );
  expect(setting).toMatchObject({ value: null, start_value: expect.stringContaining('@127.0.0.1:9/hook') });
  await anyone.patch('/_faxsim/settings').send({ send_callback_url: setting?.start_value }).expect(200);
  expect(simulator.parts.worlds.default.store.account.sendCallbackUrl).toBe(hook);
});
