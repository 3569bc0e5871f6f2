import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { alternating, asker, percentile, rate, ratio, upload, uploadRate } from './load.js';
import { faxsim, fileOf, peer, scratch } from './servers.js';

const rounds = Number(process.env.ROUNDS ?? 5);
const manual = ['--clock', 'manual'];
const day = 86_400_000;
const since = (days) => new Date(Date.now() - days * day).toISOString().slice(0, 19) + 'Z';

/** Reads of one fax and of pages, beside servers that answer the same bytes. */
export async function reads() {
  const server = await faxsim(...manual, '--fixture', 'large');
  const ask = asker(server.url);
  const { data } = JSON.parse((await ask('/v2.1/faxes?per_page=1')).text);
  const [month, year] = [since(30), since(365)];
  const paths = {
    'one fax, v2.1': `/v2.1/faxes/${data[0].id}`,
    'page of 25 of a month, v2.1': `/v2.1/faxes?per_page=25&created_after=${month}`,
    'page 20 of a year, v2.1': `/v2.1/faxes?per_page=25&page=20&created_after=${year}`,
    'page of 25 of a month, v2': `/v2/faxes?per_page=25&created_after=${month}`,
    'page of 25 of a month, v1': `/v1/faxList?maxperpage=25&start=${month}&end=${since(0)}`,
  };
  const rows = [];
  for (const [name, path] of Object.entries(paths)) {
    const { text } = await ask(path);
    const listed = JSON.parse(text).data;
    if (Array.isArray(listed) && listed.length !== 25) throw new Error(`${path} has ${listed.length} faxes`);
    const env = { BODY: fileOf('body.json', text) };
    const one = name.startsWith('one');
    const peers = { bare: await peer('bare', env), express: await peer('express', env) };
    if (one) Object.assign(peers, { json0: await peer('json-server-0', env), json1: await peer('json-server-1', env) });
    const measures = {
      faxsim: () => rate(server.url + path),
      ...Object.fromEntries(
        Object.entries(peers).map(([key, { url }]) => [key, () => rate(url + (one ? `/faxes/${data[0].id}` : '/'))]),
      ),
    };
    const rates = await alternating(measures, rounds);
    rows.push({ name: `GET ${name}, against Express`, value: ratio(rates.faxsim, rates.express), least: 4, rates });
    rows.push({
      name: `GET ${name}, against node:http`,
      value: ratio(rates.faxsim, rates.bare),
      least: one ? 0.5 : 0.45,
    });
    await Promise.all(Object.values(peers).map(({ stop }) => stop()));
  }
  rows.push(await readInV3(server, data[0].id));
  await server.stop();
  return rows;
}

/** The same fax by both APIs of the account. */
async function readInV3({ url }, id) {
  const control = async (path) => (await (await fetch(`${url}/_faxsim${path}`)).json()).data;
  const { project_id: project } = await control('/world');
  const { v3_ids: ids } = await control(`/faxes/${id}`);
  const rates = await alternating(
    { v3: () => rate(`${url}/v3/projects/${project}/faxes/${ids[0]}`), 'v2.1': () => rate(`${url}/v2.1/faxes/${id}`) },
    rounds,
  );
  return { name: 'GET one fax, v3, against v2.1', value: ratio(rates.v3, rates['v2.1']), least: 0.9, rates };
}

/** Changes, beside Express with records in memory. */
export async function writes() {
  const memory = await faxsim(...manual);
  const disk = await faxsim(...manual, '--data', join(scratch, 'data'));
  const sent = JSON.parse((await asker(memory.url)('/v2.1/faxes', { method: 'POST', ...upload() })).text);
  const answer = fileOf('sent.json', JSON.stringify(sent));
  const express = await peer('express', { BODY: answer });
  const multer = await peer('express', { BODY: answer, UPLOADS: '1' });
  const bare = await peer('bare', { BODY: answer });
  const resendOf = async ({ url }) => {
    const ask = asker(url);
    const { text } = await ask('/v2.1/faxes?status=success&direction=sent&per_page=50');
    const ids = JSON.parse(text).data.map(({ id }) => id);
    const resend = (id) => ask(`/v2.1/faxes/${id}/resend`, { method: 'POST' }).then(() => id);
    // Some have no file any more.
    const id = await Promise.any(ids.map(resend));
    const path = `${url}/v2.1/faxes/${id}/resend`;
    return () => rate(path, { method: 'POST' });
  };
  const resends = await alternating(
    {
      memory: await resendOf(memory),
      disk: await resendOf(disk),
      express: () => rate(express.url, { method: 'POST' }),
      bare: () => rate(bare.url, { method: 'POST' }),
    },
    rounds,
  );
  const uploads = await alternating(
    {
      faxsim: () => uploadRate(memory.url),
      multer: () => uploadRate(multer.url),
      bare: () => uploadRate(bare.url),
    },
    rounds,
  );
  await Promise.all([memory, disk, express, multer, bare].map(({ stop }) => stop()));
  const waits = await waitsBesideUploads();
  return [
    { name: 'POST resend, against Express', value: ratio(resends.memory, resends.express), least: 2.5, rates: resends },
    { name: 'POST resend with --data, against Express', value: ratio(resends.disk, resends.express), least: 2 },
    {
      name: 'POST fax with a PDF, against Express and multer',
      value: ratio(uploads.faxsim, uploads.multer),
      least: 1.5,
      rates: uploads,
    },
    {
      name: 'GET one fax beside ten uploads and their conversion, 99th percentile',
      value: percentile(waits, 0.99),
      most: 20,
      unit: 'ms',
    },
  ];
}

/** With the clock running, so that the documents are converted. */
async function waitsBesideUploads() {
  const { url, stop } = await faxsim();
  const ask = asker(url);
  await uploadRate(url, { parallel: 10, seconds: 2 });
  const { data } = JSON.parse((await ask('/v2.1/faxes?per_page=1')).text);
  const waits = [];
  let isOver = false;
  const uploads = uploadRate(url, { parallel: 10, seconds: 5 }).then(() => (isOver = true));
  while (!isOver) waits.push((await ask(`/v2.1/faxes/${data[0].id}`)).ms);
  await uploads;
  await stop();
  return waits;
}

/** One fax with 20 rules on, in a world of the path, and over HTTPS. */
export async function surroundings() {
  const rules = Array.from(
    { length: 20 },
    (_, at) =>
      `  - id: rule-${at}\n    on: getFax\n    where: { params.id: ${at + 1} }\n    do: { fail: unavailable }\n`,
  );
  const file = fileOf(
    'twenty.yaml',
    `name: twenty\ndescription: Twenty rules for other faxes.\nrules:\n${rules.join('')}`,
  );
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(scratch, name));
  const openssl = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '9',
    '-subj',
    '/CN=localhost',
  ];
  execFileSync('openssl', [...openssl, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const plain = await faxsim(...manual, '--https', 'localhost', '--https-port', '0');
  const ruled = await faxsim(...manual, '--scenarios', file);
  const ask = asker(plain.url);
  const { data, text } = JSON.parse((await ask('/v2.1/faxes?per_page=1')).text);
  const path = `/v2.1/faxes/${data[0].id}`;
  const bodyFile = fileOf('one.json', text ?? (await ask(path)).text);
  const bare = await peer('bare', { BODY: bodyFile });
  const secure = await peer('bare', { BODY: bodyFile, KEY: key, CERT: cert });
  const rates = await alternating(
    {
      plain: () => rate(plain.url + path),
      ruled: () => rate(ruled.url + path),
      inWorld: () => rate(`${plain.url}/w/default${path}`),
      https: () => rate(plain.https + path),
      bare: () => rate(bare.url),
      bareHttps: () => rate(secure.url),
    },
    rounds,
  );
  await Promise.all([plain, ruled, bare, secure].map(({ stop }) => stop()));
  const secureShare = ratio(rates.https, rates.bareHttps) / ratio(rates.plain, rates.bare);
  return [
    { name: 'GET one fax with 20 rules, against none', value: ratio(rates.ruled, rates.plain), least: 0.8, rates },
    {
      name: 'GET one fax in a world of the path, against the root',
      value: ratio(rates.inWorld, rates.plain),
      least: 0.8,
    },
    { name: 'GET one fax over HTTPS, share of node:https against share of node:http', value: secureShare, least: 0.8 },
  ];
}
