import { expect, test } from '@jest/globals';
import { blockingRule, sentFax } from '../support/examples.ts';
import { openSimulator } from '../support/simulator.ts';

test('texts and statuses that are assumed can be others', async () => {
  const { live, anyone } = openSimulator({
    blockingRules: [blockingRule()],
    access: {
      overrides: {
        refusals: { unauthorized: { message: 'HTTP Basic: Access denied.' }, unsupported_media_type: { status: 406 } },
        messages: { getBlockingRule: 'Blocking "rule" retrieved' },
      },
    },
  });
  const rule = await live.get('/v2.1/blocking_rules/34567').expect(200);
  expect(rule.body).toEqual({
    success: true,
    message: 'Blocking "rule" retrieved',
    data: { id: 34567, to: 'DE', from: '*', direction: 'send', is_locked: false },
  });
  for (const path of ['/v1/faxList', '/v2/faxes', '/v2.1/faxes']) {
    const { body } = await anyone.get(path).expect(401);
    expect(body).toEqual({ success: false, message: 'HTTP Basic: Access denied.' });
  }
});

test('an override holds only in versions where nothing is known', async () => {
  const { live } = openSimulator({
    faxes: [sentFax({ file: 'deleted' })],
    access: { overrides: { refusals: { not_found: { message: 'Gone' } } } },
  });
  const { body: later } = await live.get('/v2.1/faxes/7').expect(404);
  expect(later.message).toBe('Gone');
  const { body: v1 } = await live.get('/v1/faxStatus?id=7').expect(200);
  expect(v1.message).toBe('Fax with this ID does not exist');
});

test('a text without an override stays', async () => {
  const { live } = openSimulator({ access: { overrides: { messages: { getBlockingRule: 'Rule' } } } });
  const { body } = await live.get('/v2.1/faxes').expect(200);
  expect(body.message).toBe('Retrieved faxes successfully');
  const { body: refused } = await live.get('/v2.1/faxes?page=0').expect(422);
  expect(refused.message).toBe('page must be an integer from 1 up, got "0"');
});

test('the evidence header marks a text as overridden, and not as assumed', async () => {
  const { live, anyone } = openSimulator({
    blockingRules: [blockingRule()],
    access: {
      overrides: {
        refusals: {
          unauthorized: { message: 'HTTP Basic: Access denied.' },
          malformed: { status: 422 },
          not_found: { message: 'Gone' },
        },
        messages: { getBlockingRule: 'Rule' },
      },
    },
  });
  const told = async (call: ReturnType<typeof live.get>) =>
    (await call.set('X-Faxsim-Evidence', '1')).headers['x-faxsim-evidence'];
  expect(await told(live.get('/v2.1/blocking_rules/34567'))).toBe(
    'documented; message=overridden; parameters=documented:1; fields=recorded:3,documented:5',
  );
  expect(await told(anyone.get('/v2.1/faxes'))).toBe('status=client; message=overridden');
  expect(await told(live.get('/v2.1/phone_numbers/%zz'))).toBe('status=overridden; message=assumed');
  expect(await told(live.get('/v2.1/faxes?page=0'))).toBe('status=client; message=assumed');
  expect(await told(live.get('/v1/faxStatus?id=7'))).toBe('status=third-party; message=third-party');
});
