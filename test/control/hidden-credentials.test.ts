import { beforeAll, describe, expect, test } from '@jest/globals';
import { snakeCase } from '../../src/model/fields/names.ts';
import { collectionNames } from '../../src/store/memory/collections.ts';
import { controlRoutes } from '../../src/control/control-routes.ts';
import type { ControlRoute } from '../../src/control/control-route.ts';
import { hideInText } from '../../src/control/hidden-credentials.ts';
import type { Post } from '../../src/service/webhooks/post.ts';
import { openProgramLog } from '../../src/worlds/log/program-log.ts';
import { account, hour, phoneNumber } from '../support/examples.ts';
import { projectIn } from '../support/sinch.ts';
import { dataOf, idOf, openSimulator, refusalOf } from '../support/simulator.ts';
import type { World } from '../support/simulator.ts';

const secret = 'n0t-f0r-readers';
/** A URL with credentials, and a token in its query. */
const urlOf = (name: string): string =>
  `https:${slashes[name] ?? '//'}${name}:${secret}@${name}.example.com/hook?token=${secret}`;
/** Forms of a URL that all readers of URLs take for `https://`. */
const slashes: Readonly<Record<string, string>> = {
  receives: String.raw`\\`,
  number: '/',
  service: '',
  content: '///',
  fax: '/\\',
  paper: '',
  done: String.raw`\\`,
  label: '/',
  other: '',
  created: '///',
};
/** Repeats the credentials of each URL, as they are and as they came by Basic authentication. */
const repeating: Post = ({ url }) => {
  const { username, password } = new URL(url);
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  const body = `sorry, https://answer:${secret}@answer.example.com/ is away; you sent Basic ${basic}, which is ${JSON.stringify({ password })}`;
  return Promise.resolve({
    answer: { status: 500, body },
    failure: `answered 500: ${body}`,
    isRefused: false,
    tookMs: 0,
  });
};
const number = '+12255550151';

/** A world whose every URL has credentials, with a fax of each version, their webhooks, and one on its way. */
async function worldOfSecrets() {
  const world = openSimulator({
    account: account({ sendCallbackUrl: urlOf('sends'), receiveCallbackUrl: urlOf('receives') }),
    phoneNumbers: [phoneNumber({ number, callbackUrl: urlOf('number') })],
    parts: { post: repeating },
  });
  const project = projectIn(world);
  const lines: string[] = [];
  openProgramLog({ level: 'info', format: 'json', write: (line) => lines.push(line) }).follow?.(
    world.simulator.parts.worlds.default,
  );
  const service = (await project.post('/services').send({ name: 'Ward', incomingWebhookUrl: urlOf('service') })).body
    .id;
  await dataOf(world.anyone.put(`/_faxsim/services/${service}/numbers/${number}`));
  const id = await idOf(
    world.live
      .post('/v2.1/faxes')
      .send({ to: '+12025550123', content_url: urlOf('content'), callback_url: urlOf('fax') }),
  );
  const sinch = await project.post('/faxes').send({
    to: '+12025550123',
    contentUrl: [urlOf('paper')],
    callbackUrl: urlOf('done'),
    labels: { at: urlOf('label') },
  });
  expect(sinch.status).toBe(200);
  await dataOf(world.anyone.post('/_faxsim/receive').send({ to: number }));
  await world.clock.advance(hour);
  await dataOf(world.anyone.put('/_faxsim/snapshots/before'));
  return { world, project, service, id, inV3: sinch.body.id as string, lines };
}

const basics = ['sends', ...Object.keys(slashes)].map((name) => Buffer.from(`${name}:${secret}`).toString('base64'));

/** The text around the secret, also as Basic authentication has it; empty without it. */
function around(text: string): string {
  const at = [secret, ...basics].map((form) => text.indexOf(form)).find((place) => place >= 0);
  return at === undefined ? '' : text.slice(Math.max(0, at - 60), at + 40);
}

/** Calls whose answer is taken back by another call. */
const whole = ['/export', '/export/fixture'];

const reads = Object.values<Readonly<Record<string, ControlRoute>>>(controlRoutes)
  .flatMap((group) => Object.values(group))
  .filter(({ method, path }) => method === 'GET' && !whole.includes(path))
  .map(({ path }) => path);

/** Calls that have nothing to show here. */
const refused: Readonly<Record<string, number>> = {
  '/requests/:id/parts/:part': 404,
  '/scenarios/source': 422,
  '/scenarios/explain': 422,
  '/activity': 422,
};

const writes: readonly (readonly [call: string, body?: object])[] = [
  ['patch /settings', { fax_retries: 1 }],
  ['patch /faxes/FAX', { caller_name: 'Ada' }],
  ['patch /records/faxes/FAX', { caller_name: 'Ada' }],
  ['patch /records/phone_numbers/NUMBER', { city: 'Here' }],
  ['post /receive', { to: number }],
  ['post /faxes', { to: ['+12025550123'], callback_url: urlOf('created') }],
  ['post /webhooks', { fax: 'FAX', url: urlOf('other') }],
  ['post /webhooks/1/redeliver', {}],
  ['post /webhooks/verify', { at_least: 99 }],
  ['post /requests/verify', { operation: 'sendFax', at_least: 99 }],
  ['post /requests/wait', { operation: 'sendFax' }],
];

describe('the credentials of URLs are hidden', () => {
  let given: Awaited<ReturnType<typeof worldOfSecrets>>;
  beforeAll(async () => {
    given = await worldOfSecrets();
  });

  const fill = (path: string): string[] =>
    path.includes(':collection')
      ? collectionNames.flatMap((name) =>
          ['1', '2', encodeURIComponent(number)].map((key) =>
            path.replace(':collection', snakeCase(name)).replace(':key', key),
          ),
        )
      : ['1', '2', '3', '4'].map((id) =>
          path.replace(/:(?:id|request)/, path.startsWith('/faxes') ? String(given.id) : id).replace(/:\w+/g, '1'),
        );

  test.each(reads)('in the answer of GET %s', async (path) => {
    const query = path === '/webhooks/wait' ? '?state=pending' : '';
    const answers = await Promise.all(
      [...new Set(fill(path))].map((place) => given.world.anyone.get(`/_faxsim${place}${query}`)),
    );
    for (const { text = '' } of answers) expect(around(text)).toBe('');
    expect(answers.map(({ status }) => status)).toContain(refused[path] ?? 200);
  });

  test.each(writes)('in the answer of %s', async (call, body) => {
    const [method = 'post', path = ''] = call.split(' ');
    const place = path.replace('FAX', String(given.id)).replace('NUMBER', encodeURIComponent(number));
    const { status, text } = await given.world.anyone[method as 'post'](`/_faxsim${place}`).send(
      JSON.parse(JSON.stringify(body ?? {}).replace('"FAX"', String(given.id))) as object,
    );
    expect([status, around(text)]).toEqual([200, '']);
  });

  test.each(['/faxes', '/faxes?format=csv', '/services', '/faxes/ID', '/services/ID'])(
    'in the answer of GET %s of v3',
    async (path) => {
      const { project, inV3, service } = given;
      const { status, text } = await project.get(path.replace('ID', path.startsWith('/faxes') ? inV3 : service));
      expect(status).toBe(200);
      expect(text.replaceAll(urlOf('label'), '')).not.toContain(`:${secret}@`); // labels are the client's own
    },
  );

  test('in the log', () => {
    expect(given.lines.join('')).toContain('"webhook"');
    expect(given.lines.join('')).not.toContain(secret);
  });

  test('but not in an export, from which a world is made again', async () => {
    const { world } = given;
    const exported = await dataOf(world.anyone.get('/_faxsim/export'));
    for (const name of ['sends', 'receives', 'number', 'service', 'fax', 'done', 'paper']) {
      expect(JSON.stringify(exported)).toContain(JSON.stringify(urlOf(name)));
    }
    await dataOf(world.anyone.post('/_faxsim/import').send(exported));
    expect(world.simulator.parts.worlds.default.store.account.sendCallbackUrl).toBe(urlOf('sends'));
  });
});

describe('hidden credentials that come back', () => {
  const shown = async (world: World, place: string) => dataOf(world.anyone.get(`/_faxsim${place}`));

  test('stay as they were, where the rest of the value is the same', async () => {
    const { world, id } = await worldOfSecrets();
    const { store } = world.simulator.parts.worlds.default;
    const { send_callback_url: url } = await shown(world, '/settings');
    expect(url).toBe('https://•••@sends.example.com/hook?token=•••');
    await dataOf(world.anyone.patch('/_faxsim/settings').send({ send_callback_url: url, fax_retries: 2 }));
    expect(store.account).toMatchObject({ sendCallbackUrl: urlOf('sends'), faxRetries: 2 });

    const before = store.faxes.get(id);
    const fax = await shown(world, `/records/faxes/${id}`);
    await dataOf(world.anyone.put(`/_faxsim/records/faxes/${id}`).send(fax));
    expect(store.faxes.get(id)).toEqual(before);
    await dataOf(world.anyone.patch(`/_faxsim/faxes/${id}`).send({ callback_url: fax.callback_url }));
    expect(store.faxes.get(id)?.callbackUrl).toBe(urlOf('fax'));

    const delivery = store.deliveries.get(1);
    await dataOf(world.anyone.put('/_faxsim/records/deliveries/1').send(await shown(world, '/records/deliveries/1')));
    expect(store.deliveries.get(1)).toEqual(delivery);
    const again = await dataOf(
      world.anyone.post('/_faxsim/webhooks/1/redeliver').send({ url: (await shown(world, '/webhooks'))[0].url }),
    );
    expect(store.deliveries.get(again.id)?.url).toBe(delivery?.url);
  });

  test.each<[call: string, body: object, field: string]>([
    ['patch /settings', { send_callback_url: 'https://•••@other.example.com' }, 'send_callback_url'],
    ['post /worlds', { settings: { send_callback_url: 'https://•••@other.example.com' } }, 'send_callback_url'],
    ['post /faxes', { to: '+12025550123', callback_url: 'https://•••@x.example.com' }, 'callback_url'],
    ['patch /faxes/FAX', { callback_url: 'https://•••@x.example.com' }, 'callback_url'],
    ['patch /records/phone_numbers/NUMBER', { callback_url: 'https://a?key=•••' }, 'callback_url'],
    ['post /webhooks', { fax: 'FAX', url: 'https://•••@x.example.com' }, 'url'],
    ['post /webhooks/1/redeliver', { url: 'https://•••@x.example.com' }, 'url'],
  ])('are refused in another URL by %s', async (call, body, field) => {
    const { world, id } = await worldOfSecrets();
    const [method = 'post', path = ''] = call.split(' ');
    const place = path.replace('FAX', String(id)).replace('NUMBER', encodeURIComponent(number));
    const refusing = world.anyone[method as 'post'](`/_faxsim${place}`).send(
      JSON.parse(JSON.stringify(body).replace('"FAX"', String(id))) as object,
    );
    expect(await refusalOf(refusing)).toBe(
      `${field} must have its credentials, got ••• in their place: write them, or leave the field as it was`,
    );
  });
});

test.each([
  ['no URL: a@b.c', 'no URL: a@b.c'],
  ['see https://a:b@c.d/e and http://f@g', 'see https://•••@c.d/e and http://•••@g'],
  ['{"a":["https://u:p@h/x","q@r"],"b":1}', '{"a":["https://•••@h/x","q@r"],"b":1}'],
  ['{"a":"https://h","b":"q@r"}', '{"a":"https://h","b":"q@r"}'],
  ['"https://***:***@h"', '"https://***:***@h"'],
  ['https://u:p"@h', 'https://•••@h'],
  ['https://h/x?token=7&page=2', 'https://h/x?token=•••&page=2'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
  ['http://u:my sekret@h/x?a=b c', 'http://•••@h/x?a=b c'],
  ['http://u\u3000v:p\u00a0q@h/x', 'http://•••@h/x'],
  ['//u:p@h/x', '//•••@h/x'],
  ['must be a URL, got "//u:p@h/x"', 'must be a URL, got "//•••@h/x"'],
  ['a path//b@c', 'a path//b@c'],
])('the text %s is shown as %s', (text, shown) => {
  expect(hideInText(text)).toBe(shown);
  expect(hideInText(shown)).toBe(shown);
});
