// A day of the office, the same for both versions: it runs beside a simulator.
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { FAXSIM_URL } = process.env;

/** Receives a fax by the control API, as if a caller had sent it. */
const receive = (from) =>
  fetch(`${FAXSIM_URL}/_faxsim/receive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from }),
  });

/** The second number is busy whenever it is called. */
const partners = ['+12025550123', '+12025550145'];
const busy = '+15555551017';

export function testOffice(Office, environment) {
  test('sends letters, sends a failed one again, and archives received faxes', async () => {
    await receive('+12025550177');
    const office = new Office(environment);
    await office.open();
    try {
      assert.deepEqual(await office.sendLetter(partners, 'A letter to our partners'), {
        [partners[0]]: true,
        [partners[1]]: true,
      });
      assert.deepEqual(await office.sendLetter([busy], 'A reminder'), { [busy]: false });
      await office.archiveReceived();
      assert.deepEqual([...office.archive.keys()], ['+12025550177']);
    } finally {
      office.close();
    }
  });
}
