import { describe, expect, test } from '@jest/globals';
import { phoneNumber, sentFax } from '../../support/examples.ts';
import { projectIn } from '../../support/sinch.ts';
import { openSimulator } from '../../support/simulator.ts';

interface Remark {
  readonly rule: string;
  readonly parameter: string | null;
  readonly message: string;
}

const fax = sentFax();
const open = () => {
  const world = openSimulator({ faxes: [fax], phoneNumbers: [phoneNumber()] });
  const lint = async (): Promise<Remark[]> =>
    (await world.anyone.get('/_faxsim/requests').expect(200)).body.data.requests.flatMap(
      (one: { lint: Remark[] }) => one.lint,
    );
  return { ...world, project: projectIn(world), lint };
};

describe('lint of a plus before ten digits', () => {
  test.each([
    ['+2025550123', 'EG'],
    ['+3125550123', 'NL'],
    ['+9195550123', 'IN'],
    ['+8135550123', 'JP'],
    [' +2025550123', 'EG'],
  ])('tells of %s in v3 and v2.1, which is read as a number of %s', async (to, country) => {
    const { project, live, lint } = open();
    await project.post('/faxes').send({ to, contentUrl: 'https://example.com' });
    await live.post('/v2.1/faxes').type('form').send({ to, content_url: 'https://example.com' });
    const remarks = await lint();
    expect(remarks.map(({ rule, parameter }) => [rule, parameter])).toEqual([
      ['no-country-code', 'to'],
      ['no-country-code', 'to'],
    ]);
    for (const { message } of remarks) expect(message).toContain(`is read as a number of ${country}`);
  });

  test.each(['+12025550123', '+4930123456', '+4512345678', '2025550123', '+442079460123'])(
    'has nothing against %s in v3',
    async (to) => {
      const { project, lint } = open();
      await project.post('/faxes').send({ to: [to], contentUrl: 'https://example.com' });
      expect((await lint()).filter(({ rule }) => rule === 'no-country-code')).toEqual([]);
    },
  );

  test('finds it among several numbers of one text', async () => {
    const { project, lint } = open();
    await project.post('/faxes').send({ to: '+12025550123, +2025550123', contentUrl: 'https://example.com' });
    expect(await lint()).toMatchObject([{ rule: 'no-country-code' }]);
  });
});

describe('lint of brackets', () => {
  test.each(['to[]', 'to[0]'])('tells of %s in v3, and of file[0]', async (name) => {
    const { project, lint } = open();
    await project
      .post('/faxes')
      .field(name, '+12025550123')
      .attach('file[0]', Buffer.from('a page'), 'a.txt')
      .expect(200);
    const found = await lint();
    expect(found.map(({ rule, parameter }) => [rule, parameter])).toEqual([
      ['brackets', 'to'],
      ['brackets', 'file'],
    ]);
    expect(found[0]).toMatchObject({ message: expect.stringContaining('to[] is a form of v2.1: v3 documents to') });
  });

  test('has nothing against them in v2.1, nor against labels[name] in v3', async () => {
    const { project, live, lint } = open();
    await live
      .post('/v2.1/faxes')
      .field('to[]', '+12025550123')
      .attach('file[]', Buffer.from('a page'), 'a.txt')
      .expect(200);
    await project
      .post('/faxes')
      .field({ to: '+12025550123', contentUrl: 'https://example.com', 'labels[a]': 'b' })
      .expect(200);
    expect(await lint()).toEqual([]);
  });
});

test.each([
  ['v2.1', 'letter', ['file-name']],
  ['v2', 'letter', ['file-name']],
  ['v2.1', 'letter.pdf', []],
])('in %s, a file named %s gives %j', async (version, filename, rules) => {
  const { live, lint } = open();
  await live.post(`/${version}/faxes`).field('to', '+12025550123').attach('file', Buffer.from('a page'), { filename });
  expect((await lint()).map(({ rule }) => rule)).toEqual(rules);
});

describe('lint of a fax that is polled on after its end', () => {
  test.each([
    ['v2.1', `/v2.1/faxes/${fax.id}`, 'success, failure or partialsuccess'],
    ['v3', '', 'COMPLETED or FAILURE'],
  ])('tells of every tenth read in %s, with the words of status', async (_version, path, words) => {
    const { project, live, lint } = open();
    const read = () => (path === '' ? project.get(`/faxes/${project.idOf(fax)}`) : live.get(path)).expect(200);
    for (let count = 1; count <= 9; count++) await read();
    expect(await lint()).toEqual([]);
    for (let count = 10; count <= 20; count++) await read();
    const remarks = await lint();
    expect(remarks.map(({ rule }) => rule)).toEqual(['polled-on', 'polled-on']);
    expect(remarks[0]!.message).toContain(`10 times since its end: its last status is ${words}`);
  });

  test('has nothing against polling a fax under way', async () => {
    const { sent, fax: read, lint } = open();
    const id = await sent();
    for (let count = 0; count < 12; count++) await read(id);
    expect(await lint()).toEqual([]);
  });
});
