const { startSimulator } = require('faxsim');
const { matchers } = require('faxsim/jest');

expect.extend(matchers);

let simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.close());

/** Opens a world for one test: an empty account, and a clock that stands. `order` can add scenarios and settings. */
exports.openWorld = async (order) => {
  const world = await simulator.world({ fixture: 'empty', clock: 'manual', ...order });
  const { key, secret } = world.credentials.live;
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const call = (path, init) => fetch(world.baseUrl + path, { headers, ...init });
  return { world, call };
};
