import { expect, test } from '@jest/globals';
import { withReplayHost } from '../../../src/cli/replay.ts';
import { startFrom } from '../../../src/index.ts';
import { compare } from '../../../src/lab/bundles/compare.ts';
import { replayBundle } from '../../../src/lab/bundles/replay.ts';
import { answering } from '../../support/posts.ts';

const password = 'a-password-of-webhooks';

test('a session of v3 with access tokens repeats to the byte, and its bundle has no secret of it', async () => {
  const simulator = await startFrom(
    { port: 0, seed: 11, clock: 0, startTime: Date.parse('2026-03-01T09:00:00Z') },
    { post: answering(200) },
  );
  const { baseUrl, projectId } = simulator;
  const { key, secret } = simulator.credentials.live;
  const basic = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const given = await fetch(`${baseUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: basic },
    body: form,
  });
  const { access_token: token } = (await given.json()) as { access_token: string };
  const call = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const type = body === undefined || isForm ? {} : { 'content-type': 'application/json' };
    const response = await fetch(`${baseUrl}/v3/projects/${projectId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...type },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, id: /"id":"(\w+)"/.exec(text)?.[1] ?? '', text };
  };

  const hook = `http://me:${password}@localhost:1/in`;
  const service = await call('POST', '/services', { name: 'Ward', incomingWebhookUrl: hook });
  const { text } = await call('GET', '/services');
  const [, first = ''] = /"id":"(\w+)"/.exec(text) ?? [];
  const [, number = ''] = /"phoneNumber":"(\+\d+)"/.exec((await call('GET', `/services/${first}/numbers`)).text) ?? [];
  await simulator.services.assign({ service: service.id, number });
  const parts = new FormData();
  for (const to of ['+12025550123', '+15555551017']) parts.append('to', to);
  parts.append('file', new Blob(['a page']), 'a.txt');
  parts.append('callbackUrl', hook);
  const sent = await call('POST', '/faxes', parts);
  await call('POST', '/faxes', { to: '+12025550124', contentUrl: 'https://example.com', callbackUrl: hook });
  await simulator.simulate.receive({ to: number, from: '+12025550199' });
  await simulator.clock.advance('20m');
  await simulator.simulate.finish({
    id: (await call('POST', '/faxes', { to: number, contentUrl: 'https://example.com' })).id,
  });
  for (const path of [`/faxes/${sent.id}`, '/faxes?pageSize=1000', '/faxes?format=csv']) {
    expect((await call('GET', path)).status).toBe(200);
  }
  expect((await call('DELETE', `/faxes/${sent.id}/file`)).status).toBe(204);
  expect((await call('GET', `/faxes/${sent.id}/file`)).status).toBe(404);
  await simulator.clock.advance('2h');
  expect((await call('GET', `/faxes/${sent.id}`)).status).toBe(401);
  const bundle = await simulator.history.bundle();
  await simulator.close();

  const written = JSON.stringify(bundle);
  for (const hidden of [token, secret, password]) expect(written).not.toContain(hidden);
  const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
  const findings = compare(bundle, again.bundle);
  // The ids of requests follow from their bytes, in which the bundle has no secret.
  const others = findings.filter(({ differences }) => !differences.every((text) => text.startsWith('request_id')));
  expect(others).toEqual([]);
  expect(findings.length).toBeGreaterThan(15);
});

test.each(['a key:', 'k%', 'ключ+ '])(
  'a token is given to a pair that is encoded as in a form, also in a replay: %j',
  async (odd) => {
    const pair = { apiKey: odd.replaceAll(':', ''), apiSecret: `${odd}& secret of 20 letters` };
    const simulator = await startFrom({ port: 0, clock: 0, fixture: 'empty', ...pair }, { post: answering(200) });
    const encode = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
    const ask = async (key: string, secret: string) => {
      const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      return (await fetch(`${simulator.baseUrl}/oauth2/token`, { method: 'POST', headers: { authorization }, body }))
        .status;
    };
    expect(await ask(encode(pair.apiKey), encode(pair.apiSecret))).toBe(200);
    expect(await ask(pair.apiKey, pair.apiSecret)).toBe(200);
    expect(await ask(encode(pair.apiKey), encode('wrong'))).toBe(401);
    const bundle = await simulator.history.bundle();
    await simulator.close();
    for (const form of [encode(pair.apiSecret), pair.apiSecret]) expect(JSON.stringify(bundle)).not.toContain(form);
    const again = await withReplayHost(bundle, (host) => replayBundle(bundle, host));
    expect(again.bundle.steps.flatMap((step) => (step.kind === 'request' ? [step.answer.status] : []))).toEqual([
      200, 200, 401,
    ]);
  },
);
