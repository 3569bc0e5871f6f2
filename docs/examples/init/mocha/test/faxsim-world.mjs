import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'mocha';
import { openSimulator } from 'faxsim';

let simulator;
let name;
before('opens the simulator', async function () {
  this.timeout(30_000);
  simulator = await openSimulator();
});
beforeEach('names the world', function () {
  // A request may take 4 s, and mocha gives a test 2 s where you set nothing else.
  if (this.currentTest.timeout() === 2000) this.currentTest.timeout(10_000);
  name = this.currentTest.fullTitle();
});
afterEach('notes a failure', function () {
  return simulator?.endTest({ error: this.currentTest.err });
});
after('closes the simulator', () => simulator?.close());

/**
 * Opens a world named after the test: an empty account, a clock that stands, and what `order` adds or changes, as in
 * `{ scenarios: ['outage'] }`. `world` has the calls of the control API: `world.clock`, `world.simulate`, `world.faxes` …
 */
export async function openWorld(order) {
  const world = await simulator.world({ name, fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path, init) => fetch(world.baseUrl + path, { headers, signal: AbortSignal.timeout(4000), ...init });
  return { world, call };
}

/** Checks a fax: `await assertFax(world, 7, { status: 'failure', error: 'Busy' })`. Returns its record. */
export const assertFax = async (world, fax, wanted) => (await verified(world.faxes, { fax, ...wanted })).fax;

/** Checks that a webhook was delivered: `await assertDelivered(world, { event: 'fax_completed', fax: 7 })`. */
export const assertDelivered = async (world, wanted) =>
  (await verified(world.webhooks, { state: 'delivered', ...wanted })).webhooks;

/** Checks that the service received a request: `await assertReceived(world, 'sendFax', { exactly: 1 })`. */
export const assertReceived = async (world, operation, wanted) =>
  (await verified(world.requests, { operation, ...wanted })).requests;

async function verified(log, wanted) {
  const verdict = await log.verify(wanted);
  if (!verdict.passed) assert.fail(verdict.explanation);
  return verdict;
}
