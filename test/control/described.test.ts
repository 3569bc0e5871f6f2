import { expect, test } from '@jest/globals';
import { openSimulator } from '../support/simulator.ts';

test('every call of the control surface stands in its OpenAPI document', async () => {
  const { body } = await openSimulator().anyone.get('/_faxsim/openapi/control.json').expect(200);
  for (const path of ['/faxes', '/receive', '/webhooks/wait', '/records/{collection}/{key}', '/export', '/metrics']) {
    expect(Object.keys(body.paths)).toContainEqual(expect.stringContaining(path));
  }
});
