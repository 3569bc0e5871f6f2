const { openSimulator } = require('faxsim');
const { matchers } = require('faxsim/jest');

expect.extend(matchers);

let simulator;
beforeAll(async () => {
  simulator = await openSimulator();
});
afterEach(() => simulator?.endTest());
afterAll(() => simulator?.close());

/** Opens a world named after the test: an empty account, a clock that stands, and what `order` adds or changes. */
exports.openWorld = async (order) => {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path, init) => fetch(world.baseUrl + path, { headers, signal: AbortSignal.timeout(4000), ...init });
  return { world, call };
};
