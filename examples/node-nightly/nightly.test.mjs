import assert from 'node:assert/strict';
import { test } from 'node:test';

const { NightlyResend } = await import(process.env.MENDED === undefined ? './nightly.mjs' : './mended/nightly.mjs');
const { FAXSIM_URL, PHAXIO_BASE_URL: baseUrl, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;

const control = (path, fields) =>
  fetch(`${FAXSIM_URL}/_faxsim${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });

/** The service refuses the first resend of the second night. */
const evening = {
  name: 'busy-evening',
  description: 'The ninth resend is refused once.',
  rules: [{ id: 'refused', on: 'resendFax', after: 8, times: 1, do: { fail: 'unavailable' } }],
};

const failedFax = (to) => control('/faxes', { status: 'failure', error: 17, to: [to] });

test('sends failed faxes again for two nights', async () => {
  await control('/scenarios', { source: JSON.stringify(evening) });
  const numbers = [1, 2, 3, 4, 5, 6, 7].map((digit) => `+1202555010${digit}`);
  for (const number of numbers) await failedFax(number);
  await failedFax('+15555551017'); // a number that is always busy
  const nightly = new NightlyResend({ baseUrl, key, secret });
  await nightly.run();
  await control('/clock', { advance: '1d' });
  await failedFax('+12025550108');
  await nightly.run();
  assert.equal(nightly.states.get('+12025550101'), 'sent');
  assert.equal(nightly.states.get('+12025550102'), 'sent');
  assert.equal(nightly.states.get('+15555551017'), 'failed');
});
