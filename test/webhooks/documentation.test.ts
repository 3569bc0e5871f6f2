import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { webhookVersions } from '../../src/domain/webhook.ts';
import { receivedFax, sentFax } from '../support/examples.ts';
import { startReceiver } from '../support/webhook-receiver.ts';
import type { ReceivedWebhook, WebhookReceiver } from '../support/webhook-receiver.ts';
import { openDeliveries, token } from './telling.ts';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');
const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(page) ?? [];
const { isAuthentic } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

let application: WebhookReceiver;
beforeEach(async () => {
  application = await startReceiver();
});
afterEach(() => application.close());

/** What an application hands to the documented function. */
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
      expect(isAuthentic({ ...right, token: 'another' })).toBe(false);
      expect(isAuthentic({ ...right, url: application.url })).toBe(false);
      expect(isAuthentic({ ...right, fields: { ...right.fields, success: 'maybe' } })).toBe(false);
      expect(isAuthentic({ ...right, files: { file: Buffer.from('another') } })).toBe(false);
      expect(isAuthentic({ ...right, signature: 'short' })).toBe(false);
    }
  });
});
