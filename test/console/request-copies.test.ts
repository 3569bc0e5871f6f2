import { describe, expect, test } from '@jest/globals';
import { jestTest, pytestTest, scenarioOf } from '../../console/screens/request-copies.ts';
import { requestCurl } from '../../src/control/client/request-curl.ts';
import { defaultCredentials } from '../../src/model/domain/account.ts';
import { openSimulator } from '../support/simulator.ts';

type Opened = ReturnType<typeof openSimulator>;

const target = { baseUrl: 'http://127.0.0.1:8329', credentials: { key: 'k', secret: 's' } };

const send = ({ live }: Opened) => live.post('/v2.1/faxes').field({ to: '+12025550123', 'tag[case]': '7' });
const recorded = async ({ anyone }: Opened) =>
  (await anyone.get('/_faxsim/requests?limit=1').expect(200)).body.data.requests[0];

/** The command of the latest request. */
async function curl(opened: Opened): Promise<string> {
  const request = await recorded(opened);
  const { body } = await opened.anyone.get(`/_faxsim/requests/${request.id}/raw`).expect(200);
  return requestCurl(request, body.data, target);
}

describe('a recorded request as curl', () => {
  test('has its query as it came, and the keys that the journal hides', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/faxes?status=failure&tag%5Bcase%5D=7').expect(200);
    expect(await curl(opened)).toBe(`curl -u k:s 'http://127.0.0.1:8329/v2.1/faxes?status=failure&tag%5Bcase%5D=7'`);
  });

  test('is a form with the names and types of its files', async () => {
    const opened = openSimulator();
    await send(opened).attach('file', Buffer.from('x'), 'a b.txt').expect(200);
    expect(await curl(opened)).toBe(
      [
        `curl -u k:s --form-string to=+12025550123 --form-string 'tag[case]=7' -F 'file=@a b.txt;type=text/plain'`,
        'http://127.0.0.1:8329/v2.1/faxes',
      ].join(' '),
    );
    await opened.live.post('/v2.1/faxes/1001/cancel');
    expect(await curl(opened)).toBe('curl -X POST -u k:s http://127.0.0.1:8329/v2.1/faxes/1001/cancel');
  });

  test('reads copies under other names, and sends the names of the originals', async () => {
    const opened = openSimulator();
    await send(opened).attach('file', Buffer.from('x'), 'start.log').expect(200);
    const request = await recorded(opened);
    const { body } = await opened.anyone.get(`/_faxsim/requests/${request.id}/raw`).expect(200);
    const copyName = (filename: string, index: number): string => `part-${index + 1}-${filename}`;
    expect(requestCurl(request, body.data, { ...target, copyName })).toContain(
      `-F 'file=@part-3-start.log;type=text/plain;filename=start.log'`,
    );
  });

  test('leaves out the headers that a browser adds', async () => {
    const opened = openSimulator();
    await opened.live
      .get('/v2.1/account/status')
      .set({ 'Sec-CH-UA': '"Chromium"', 'Accept-Language': 'en', DNT: '1', Pragma: 'no-cache' })
      .set({ 'X-Faxsim-Evidence': '1', 'X-Trace': '7' })
      .expect(200);
    expect(await curl(opened)).toBe(`curl -u k:s -H 'X-Trace: 7' http://127.0.0.1:8329/v2.1/account/status`);
  });

  test('of v1 has the keys as parameters, in the query or in the body', async () => {
    const opened = openSimulator();
    const { key, secret } = defaultCredentials.live;
    await opened.anyone.get(`/v1/faxStatus?api_key=${key}&api_secret=${secret}&id=7`);
    expect(await curl(opened)).toBe(`curl 'http://127.0.0.1:8329/v1/faxStatus?api_key=k&api_secret=s&id=7'`);
    await opened.anyone.post('/v1/faxStatus').type('form').send({ api_key: key, api_secret: secret, id: 7 });
    expect(await curl(opened)).toBe(`curl --data-raw 'api_key=k&api_secret=s&id=7' http://127.0.0.1:8329/v1/faxStatus`);
  });

  test('has the keys of the world, unless those of the request were refused', async () => {
    const opened = openSimulator();
    await opened.live.put('/v2.1/faxes').expect(405);
    expect(await curl(opened)).toBe('curl -X PUT -u k:s http://127.0.0.1:8329/v2.1/faxes');
    await opened.live.post('/v2.1/faxes').type('json').send('{').expect(400);
    expect(await curl(opened)).toContain(' -u k:s ');
    await opened.live.get('/v3/projects/00000000-3e0d-4309-932d-d7e87713e5e0/faxes').expect(401);
    expect(await curl(opened)).toContain(' -u k:s ');
    await opened.anyone.get('/v2.1/faxes').auth('stranger', 'knows').expect(401);
    expect(await curl(opened)).toBe('curl -u WRONG_KEY:WRONG_SECRET http://127.0.0.1:8329/v2.1/faxes');
    await opened.anyone.get('/v1/faxStatus?api_key=bad&api_secret=worse&id=7').expect(401);
    expect(await curl(opened)).toContain('?api_key=WRONG_KEY&api_secret=WRONG_SECRET&id=7');
    const { key, secret } = defaultCredentials.test;
    await opened.anyone.get('/v3/projects/00000000-3e0d-4309-932d-d7e87713e5e0/faxes').auth(key, secret).expect(401);
    expect(await curl(opened)).toContain(' -u WRONG_KEY:WRONG_SECRET ');
  });

  test('has body, Content-Type and headers where no route matches', async () => {
    const opened = openSimulator();
    const wrong = opened.live.put('/v2.1/faxs?x=1').set('X-Trace', '7');
    await wrong.set('Content-Type', 'application/vnd.acme+json').send('{ "to": "+12025550123" }').expect(404);
    expect(await curl(opened)).toBe(
      [
        `curl -X PUT -u k:s -H 'X-Trace: 7' -H 'Content-Type: application/vnd.acme+json'`,
        `--data-raw '{ "to": "+12025550123" }' 'http://127.0.0.1:8329/v2.1/faxs?x=1'`,
      ].join(' '),
    );
  });
});

describe('a recorded request as a test', () => {
  test('of Jest expects a request like it', async () => {
    const opened = openSimulator();
    await send(opened).attach('file', Buffer.from('x'), 'a.txt').expect(200);
    const text = jestTest(await recorded(opened), target);
    expect(text).toContain(`connect({ baseUrl: "http://127.0.0.1:8329" })`);
    const [, expected = ''] = /toHaveReceived\('sendFax', ([^]*?)\);\n\}\);/.exec(text) ?? [];
    const params = { to: '+12025550123', 'tag.case': '7' };
    expect(JSON.parse(expected)).toEqual({ version: 'v2.1', status: 200, params });
    const asked = { operation: 'sendFax', at_least: 1, ...JSON.parse(expected) };
    const { body } = await opened.anyone.post('/_faxsim/requests/verify').send(asked).expect(200);
    expect(body.data).toMatchObject({ passed: true });
  });

  test('of pytest is Python', async () => {
    const opened = openSimulator();
    await opened.live.get('/v2.1/faxes').query({ status: 'failure' }).expect(200);
    expect(pytestTest(await recorded(opened), target)).toBe(`import requests

CONTROL = "http://127.0.0.1:8329/_faxsim"


def test_application_calls_list_faxes():
    requests.delete(f"{CONTROL}/requests").raise_for_status()
    # The application does its work here.
    response = requests.post(f"{CONTROL}/requests/verify", json={
        "operation": "listFaxes",
        "version": "v2.1",
        "params": {
            "status": "failure",
        },
        "status": 200,
        "at_least": 1,
    })
    verdict = response.json()["data"]
    assert verdict["passed"], verdict["message"]
`);
  });
});

describe('a recorded request as a scenario', () => {
  test('has no faults, and fails the next request like it once', async () => {
    const opened = openSimulator();
    await send(opened).attach('file', Buffer.from('x'), 'a.txt').expect(200);
    const source = scenarioOf(await recorded(opened));
    const { body } = await opened.anyone.post('/_faxsim/scenarios/lint').send({ source }).expect(200);
    expect(body.data).toEqual({ name: 'send-fax-fails', params: [], rules: 1, faults: [], warnings: [] });
    await opened.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    await opened.live
      .post('/v2.1/faxes')
      .field('to', '+12025550199')
      .attach('file', Buffer.from('x'), 'a.txt')
      .expect(200);
    await send(opened).attach('file', Buffer.from('x'), 'a.txt').expect(503);
    await send(opened).attach('file', Buffer.from('x'), 'a.txt').expect(200);
  });

  test('repeats the refusal of a request that was refused', async () => {
    const opened = openSimulator();
    const { body: refused } = await opened.live.post('/v2.1/faxes').field('to', '12').expect(422);
    const source = scenarioOf(await recorded(opened));
    const { body } = await opened.anyone.post('/_faxsim/scenarios/lint').send({ source }).expect(200);
    expect(body.data).toMatchObject({ faults: [], warnings: [] });
    await opened.anyone.post('/_faxsim/scenarios').send({ source }).expect(200);
    const again = await opened.live.post('/v2.1/faxes').field('to', '12').expect(422);
    expect(again.body).toEqual(refused);
    const { rule } = await recorded(opened);
    expect(rule).toBe('send-fax-fails/send-fax#1');
  });

  test('leaves secrets and files out', async () => {
    const opened = openSimulator();
    await send(opened).field('password', 'hunter22').attach('file', Buffer.from('x'), 'a.txt').expect(200);
    const source = scenarioOf(await recorded(opened));
    expect(source).toContain('params.to');
    expect(source).not.toMatch(/password|file|•/);
  });
});
