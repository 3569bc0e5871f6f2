import assert from 'node:assert/strict';
import { test } from 'node:test';

const { FaxArchive } = await import(process.env.MENDED === undefined ? './archive.mjs' : './mended/archive.mjs');
const { FAXSIM_URL, PHAXIO_BASE_URL: baseUrl, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;

/** Receives a fax by the control API. */
const receive = (from) =>
  fetch(`${FAXSIM_URL}/_faxsim/receive`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from }),
  });

test('archives a received fax, and confirms it', async () => {
  await receive('+12025550101');
  const archive = new FaxArchive({ baseUrl, key, secret });
  await archive.run();
  assert.equal(archive.documents.size, 1);
});
