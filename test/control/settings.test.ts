import { expect, test } from '@jest/globals';
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
