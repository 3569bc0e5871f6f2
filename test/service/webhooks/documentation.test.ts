import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readCall } from '../../../src/cli/control-args.ts';
import { readCommandLine } from '../../../src/cli/command-line.ts';
import { webhookVersions } from '../../../src/model/domain/webhook.ts';
import { readOptions } from '../../../src/model/settings/read-options.ts';
import { receivedFax, sentFax } from '../../support/examples.ts';
import { openSimulator } from '../../support/simulator.ts';
import { startReceiver } from '../../support/webhook-receiver.ts';
import type { ReceivedWebhook, WebhookReceiver } from '../../support/webhook-receiver.ts';
import { openDeliveries, token } from './telling.ts';

const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
let isAuthentic: (delivery: ReturnType<typeof given>) => boolean;
let expectedSignature: (delivery: ReturnType<typeof given>) => string;
let readWebhook: (
  type: string | undefined,
  body: Buffer,
) => Promise<Pick<ReturnType<typeof given>, 'fields' | 'files'>>;
beforeAll(async () => {
  ({ isAuthentic, expectedSignature, readWebhook } = await import(`data:text/javascript,${encodeURIComponent(code)}`));
});

let application: WebhookReceiver;
beforeEach(async () => {
  application = await startReceiver();
});
afterEach(() => application.close());

/** The arguments of the documented function in an application. */
function given({ fields, files, headers }: ReceivedWebhook, url: string) {
  const bytes = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.bytes]));
  return { token, url, fields, files: bytes, signature: headers['x-phaxio-signature'] };
}

describe('the documented verification', () => {
  test.each(webhookVersions)('takes deliveries of version %s, and none that was tampered with', async (version) => {
    const url = `${application.url}/hook/?a=1&b=%20`;
    const { tell, clock } = openDeliveries({
      account: { webhookVersion: version, receiveCallbackUrl: url },
      documentOf: () => Promise.resolve(Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0x0d, 0x0a])),
    });
    await tell(sentFax({ callbackUrl: url, tags: { name: 'Zoë "x"\r\n--' } }));
    await tell(receivedFax());
    await clock.runUntilIdle();
    expect(application.received.map((webhook) => isAuthentic(given(webhook, url)))).toEqual([true, true]);

    for (const webhook of application.received) {
      const right = given(webhook, url);
      const { fields, files } = right;
      expect(expectedSignature(right)).toBe(right.signature);
      expect(await readWebhook(webhook.headers['content-type'], webhook.body)).toEqual({ fields, files });
      expect(isAuthentic({ ...right, token: 'another' })).toBe(false);
      expect(isAuthentic({ ...right, url: application.url })).toBe(false);
      expect(isAuthentic({ ...right, fields: { ...right.fields, success: 'maybe' } })).toBe(false);
      expect(isAuthentic({ ...right, files: { file: Buffer.from('another') } })).toBe(false);
      expect(isAuthentic({ ...right, signature: 'short' })).toBe(false);
      expect(isAuthentic({ ...right, signature: undefined })).toBe(false);
    }
  });
});

/** It has the length of a real token, so that the journal does not take words of a text for it. */
const exampleToken = 'faced0fa70ce40000000000000000000000011fe';

/** The text of the page in the group of a pattern. */
const written = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? '';
/** The value of JavaScript that the page shows. */
const evaluated = async (code: string) =>
  (await import(`data:text/javascript,export default (${encodeURIComponent(code)})`)).default;

describe('the documented ways to set a token', () => {
  test('work at the start', async () => {
    const { options: byFlag } = readCommandLine(written(/^npx faxsim (--webhook-token .*)$/m).split(' '), {});
    const { options: byVariable } = readCommandLine([], {
      FAXSIM_WEBHOOK_TOKEN: written(/^FAXSIM_WEBHOOK_TOKEN=(\S+) npx faxsim$/m),
    });
    const byOption = readOptions(await evaluated(written(/`startSimulator\((.*?)\)`/)));
    const tokens = [byFlag, byVariable, byOption].map(({ webhookToken }) => webhookToken);
    expect(tokens).toEqual([exampleToken, exampleToken, exampleToken]);
  });

  test('work while a simulator runs, and in a world of a test', async () => {
    const { anyone } = openSimulator();
    const called = await readCall('settings', written(/^npx faxsim settings (change .*)$/m).split(' '));
    const byForm = written(/^curl -X PATCH \S+\/_faxsim\/settings -d (.*)$/m);
    const order = { id: 'one', ...(await evaluated(written(/`simulator\.world\((.*?)\)`/))) };
    for (const change of [called?.input, byForm]) {
      await anyone.patch('/_faxsim/settings').send({ webhook_token: null }).expect(200);
      const { body } = await anyone.patch('/_faxsim/settings').send(change).expect(200);
      expect(body.data.webhook_token).toBe(exampleToken);
    }
    await anyone.post('/_faxsim/worlds').send(order).expect(200);
    const { body } = await anyone.get('/w/one/_faxsim/settings').expect(200);
    expect(body.data.webhook_token).toBe(exampleToken);
  });

  test('include to take it away again', async () => {
    const { anyone } = openSimulator();
    await anyone.patch('/_faxsim/settings').send({ webhook_token: 'secret' }).expect(200);
    const { body } = await anyone
      .patch('/_faxsim/settings')
      .send(written(/`(webhook_token=)`/))
      .expect(200);
    expect(body.data.webhook_token).toBeNull();
  });
});
