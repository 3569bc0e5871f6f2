import { expect, test } from '@jest/globals';
import { refusalText } from '../../src/cli/refusal-text.ts';
import { openSimulator } from '../support/simulator.ts';

test('a misspelt parameter is to be renamed before anything else', async () => {
  const { anyone, live } = openSimulator();
  await live.post('/v2.1/faxes').field({ to: '+12025550123', content_ulr: 'http://app.example/a.pdf' }).expect(422);
  const { body } = await anyone.get('/_faxsim/requests/1').expect(200);
  const requests = { show: () => Promise.resolve(body.data) } as unknown as Parameters<
    typeof refusalText
  >[0]['requests'];
  expect(await refusalText({ requests }, 1)).toContain(
    '  to do: rename content_ulr to content_url and send it again: faxsim requests curl 1\n',
  );
});
