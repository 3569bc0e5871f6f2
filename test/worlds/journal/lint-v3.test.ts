import { expect, test } from '@jest/globals';
import { phoneNumber, sentFax } from '../../support/examples.ts';
import { projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';

type Project = ReturnType<typeof projectIn>;

const send = (fields: object) => ({
  to: '+12025550123',
  files: [{ file: Buffer.from('a page').toString('base64'), fileType: 'TXT' }],
  ...fields,
});

async function lintOf(ask: (project: Project, fax: string) => PromiseLike<unknown>) {
  const fax = sentFax();
  const world = openSimulator({ faxes: [fax], phoneNumbers: [phoneNumber()] });
  const project = projectIn(world);
  await ask(project, project.idOf(fax));
  const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
  const [{ lint }] = body.data.requests as [{ lint: { rule: string; parameter: string | null; message: string }[] }];
  return lint;
}

test.each<[rule: string, parameter: string | null, ask: (project: Project, fax: string) => PromiseLike<unknown>]>([
  ['page-zero', 'page', (project) => project.get('/faxes?page=0')],
  ['empty-from', 'from', (project) => project.post('/faxes').send(send({ from: '' }))],
  ['file-pdf', null, (project, fax) => project.get(`/faxes/${fax}/file.pdf`)],
  [
    'token-in-callback',
    'callbackUrl',
    (project) => project.post('/faxes').send(send({ callbackUrl: 'https://a.example/?token=7' })),
  ],
  [
    'token-in-callback',
    'incomingWebhookUrl',
    (project) => project.post('/services').send({ incomingWebhookUrl: 'https://a.example/?x=1&api_key=7' }),
  ],
  [
    'masked-credentials',
    'incomingWebhookUrl',
    (project) => project.post('/services').send({ incomingWebhookUrl: 'https://***:***@a.example/' }),
  ],
  ['new-default', 'defaultForProject', (project) => project.post('/services').send({ defaultForProject: true })],
  [
    'sinch-sdk-defaults',
    null,
    (project) =>
      project
        .post('/faxes')
        .set('User-Agent', 'sinch-sdk/1.4.0 (JavaScript/v20.19.0; default; none)')
        .field('to', '+12025550123')
        .attach('file', Buffer.from('a page'), 'a.txt'),
  ],
  [
    'unknown-parameter',
    'contentBase64',
    (project) => project.post('/faxes').send({ to: '+12025550123', contentBase64: 'aGk=' }),
  ],
  ['unknown-parameter', 'header_text', (project) => project.post('/faxes').send(send({ header_text: 'ACME' }))],
  [
    'unknown-parameter',
    'fileContent',
    (project) => project.post('/faxes').send({ to: '+12025550123', fileContent: 'aGk=' }),
  ],
  [
    'unknown-parameter',
    'documentUrl',
    (project) => project.post('/faxes').send({ to: '+12025550123', documentUrl: 'https://a.example/' }),
  ],
  [
    'unknown-parameter',
    'fileUrl',
    (project) => project.post('/faxes').send({ to: '+12025550123', fileUrl: 'https://a.example/' }),
  ],
  ['unknown-parameter', 'tags', (project) => project.post('/faxes').send({ to: '+12025550123', tags: { case: '7' } })],
])('%s is said of %s in v3', async (rule, parameter, ask) => {
  expect(await lintOf(ask)).toEqual([
    expect.objectContaining({ rule, parameter, message: expect.stringMatching(/./) }),
  ]);
});

test.each(['cle', 'hash', 't=1&sig', 'senha', 'cl%C3%A9'])('a secret named %s in a callback is found', async (name) => {
  const remarks = await lintOf((project) =>
    project.post('/faxes').send(send({ callbackUrl: `https://a.example/?${name}=7` })),
  );
  expect(remarks).toMatchObject([{ rule: 'token-in-callback', parameter: 'callbackUrl' }]);
});

test('the example of credentials in advice is not masked', async () => {
  const [remark] = await lintOf((project) =>
    project.post('/faxes').send(send({ callbackUrl: 'https://a.example/?token=7' })),
  );
  expect(remark?.message).toContain('credentials as in https://user:password@host are masked');
});

test('the remark about an invented name has the one that there is', async () => {
  const [remark] = await lintOf((project) => project.post('/faxes').send(send({ fileContent: 'aGk=' })));
  expect(remark?.message).toBe('fileContent is not known here: the real service ignores it; v3 has files for it');
});

test('the remark about a name of v2.1 has that of v3', async () => {
  const [remark] = await lintOf((project) => project.post('/faxes').send(send({ callback_url: 'https://a.example/' })));
  expect(remark?.message).toContain('what v2.1 calls so is callbackUrl in v3');
});

test.each<[what: string, ask: (project: Project, fax: string) => PromiseLike<unknown>]>([
  ['a list by a number whose + is not encoded', (project) => project.get('/faxes?to=+1202&createTime%3E=2026-11-20')],
  ['a fax', (project, fax) => project.get(`/faxes/${fax}`)],
  ['a file', (project, fax) => project.get(`/faxes/${fax}/file`)],
  ['a send', (project) => project.post('/faxes').send(send({ callbackUrl: 'https://me:pw@a.example/hook?case=7' }))],
  ['a change of a service', (project) => project.get('/services')],
])('nothing is said of what is right: %s', async (_what, ask) => {
  expect(await lintOf(ask)).toEqual([]);
});

test('the end of a range without a zone is a time in UTC: before a week ago it finds nothing', async () => {
  const lintedEnd = async (hours: number): Promise<string[]> => {
    const world = openSimulator({ faxes: [] });
    const { body: clock } = await world.anyone.get('/_faxsim/clock').expect(200);
    const end = new Date(Date.parse(clock.data.now) - 7 * 86_400_000 + hours * 3_600_000).toISOString().slice(0, 19);
    await projectIn(world).get(`/faxes?createTime<=${end}`);
    const { body } = await world.anyone.get('/_faxsim/requests').expect(200);
    const request = body.data.requests.find(({ operation }: { operation: string }) => operation === 'listFaxes');
    return request.lint.map(({ rule }: { rule: string }) => rule);
  };
  expect(await lintedEnd(-3)).toEqual(['empty-range']);
  expect(await lintedEnd(3)).toEqual([]);
});

test('the tags of a v2.1 answer are said to be labels in v3', async () => {
  const [remark] = await lintOf((project) => project.post('/faxes').send({ to: '+12025550123', tags: { case: '7' } }));
  expect(remark).toMatchObject({ message: expect.stringContaining('labels') });
});
