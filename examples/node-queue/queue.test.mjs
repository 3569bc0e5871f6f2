import assert from 'node:assert/strict';
import { test } from 'node:test';

const { FaxQueue } = await import(process.env.MENDED === undefined ? './queue.mjs' : './mended/queue.mjs');
const { PHAXIO_BASE_URL: baseUrl, PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret } = process.env;

test('sends all jobs', async () => {
  const queue = new FaxQueue({ baseUrl, key, secret });
  const jobs = [queue.add('+12025550101', 'An invoice'), queue.add('+12025550102', 'An offer')];
  await queue.run();
  assert.deepEqual(
    jobs.map(({ state }) => state),
    ['sent', 'sent'],
  );
});
