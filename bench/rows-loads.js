import { join } from 'node:path';
import { alternating, asker, median, rateOfScript, ratio, upload, uploadRate } from './load.js';
import { faxsim, faxsimWithLog, fileOf, peer, scratch } from './servers.js';

const rounds = Number(process.env.ROUNDS ?? 2);
const manual = ['--clock', 'manual', '--fixture', 'large'];

/** So often each server starts: two processes of one program differ by up to a third, and rounds of one by a tenth. */
const passes = 5;

/**
 * The loads of programs at default settings, with the log, beside servers that answer the same bytes without one. A row is the median
 * of its passes.
 */
export async function loads() {
  const measured = [];
  for (let pass = 1; pass <= passes; pass++) measured.push(await passOf(pass));
  return measured[0].map((row, at) => ({ ...row, value: median(measured.map((rows) => rows[at].value)) }));
}

async function passOf(pass) {
  const logged = await faxsimWithLog(...manual);
  const silent = await faxsim(...manual);
  const stored = {
    logged: await faxsimWithLog(...onDisk(`logged-${pass}`)),
    silent: await faxsim(...onDisk(`silent-${pass}`)),
  };
  const { ids } = await faxesOf(logged);
  const ask = asker(logged.url);
  const bodies = {
    one: (await ask(`/v2.1/faxes/${ids[0]}`)).text,
    page: (await ask('/v2.1/faxes?per_page=25')).text,
    sent: (await ask('/v2.1/faxes', { method: 'POST', ...upload() })).text,
  };
  const differing = [
    { name: 'one fax of many at random', body: 'one', lua: randomFax, least: 3, leastBare: 0.5 },
    { name: 'nine pages of 25 and a resend in turn', body: 'page', lua: pagesAndResend, least: 2.5 },
    { name: 'resend', body: 'sent', lua: resend, least: 2 },
    { name: 'resend with --data', body: 'sent', lua: resend, least: 1.6, servers: stored },
    { name: 'send with a PDF', body: 'sent', measure: uploadRate, least: 1.5, peerEnv: { UPLOADS: '1' } },
  ];
  const same = [
    { name: 'one fax, the same URL', body: 'one', lua: firstFax, least: 4 },
    { name: 'page of 25, the same URL', body: 'page', lua: firstPage, least: 4 },
  ];
  const rows = [];
  for (const load of [...differing, ...same]) {
    rows.push(
      ...(await rowsOf(load, { logged, silent, ...load.servers }, fileOf(`${load.body}.json`, bodies[load.body]))),
    );
  }
  rows.push(await suite(logged));
  await Promise.all([logged, silent, stored.logged, stored.silent].map(({ stop }) => stop()));
  return rows;
}

/** How long a test suite waits for its requests, which it sends one after the other. */
async function suite({ url }) {
  const ask = asker(url);
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now();
    for (let fax = 0; fax < 50; fax++) {
      const { data } = JSON.parse((await ask('/v2.1/faxes', { method: 'POST', ...upload() })).text);
      for (let poll = 0; poll < 10; poll++) await ask(`/v2.1/faxes/${data.id}`);
    }
    for (let page = 1; page <= 5; page++) await ask(`/v2.1/faxes?page=${page}`);
    times.push(performance.now() - begun);
  }
  return { name: suiteName, value: median(times), most: 1000, unit: 'ms' };
}

export const suiteName = 'a suite that sends 50 faxes, polls each ten times and reads five pages';

const onDisk = (name) => [...manual, '--data', join(scratch, `loads-${name}`)];

async function rowsOf({ name, lua, measure, least, leastBare, peerEnv = {} }, { logged, silent }, BODY) {
  const peers = { express: await peer('express', { BODY, ...peerEnv }), bare: await peer('bare', { BODY }) };
  const faxes = { logged: await faxesOf(logged), silent: await faxesOf(silent) };
  const of = ({ url }, { resendable, ids } = faxes.logged) =>
    measure === undefined ? rateOfScript(url, lua({ resendable, ids }), name.replaceAll(/\W/g, '-')) : measure(url);
  const rates = await alternating(
    {
      logged: () => of(logged),
      silent: () => of(silent, faxes.silent),
      express: () => of(peers.express),
      bare: () => of(peers.bare),
    },
    rounds,
  );
  await Promise.all(Object.values(peers).map(({ stop }) => stop()));
  return [
    { name: `${name}, against Express`, value: ratio(rates.logged, rates.express), least, rates },
    { name: `${name}, share of node:http`, value: ratio(rates.logged, rates.bare), least: leastBare },
    { name: `${name}, share of the log`, value: 1 - ratio(rates.logged, rates.silent), most: 0.1 },
  ];
}

/** Faxes of a server, of each nth thousand, and those that can be sent again. */
export async function faxesOf({ url }, nth = 1) {
  const ask = asker(url);
  const ids = [];
  const resendable = [];
  for (let page = 1; ; page += nth) {
    const { data } = JSON.parse(
      (await ask(`/v2.1/faxes?per_page=1000&page=${page}&created_after=2000-01-01T00:00:00Z`)).text,
    );
    if (data.length === 0) return { ids, resendable };
    for (const { id, direction, status } of data) {
      ids.push(id);
      if (resendable.length < 20 && direction === 'sent' && status === 'success' && (await isResent(ask, id)))
        resendable.push(id);
    }
  }
}

const isResent = (ask, id) =>
  ask(`/v2.1/faxes/${id}/resend`, { method: 'POST' }).then(
    () => true,
    () => false, // its file was deleted
  );

const firstFax = ({ ids: [id] }) => `function request() return wrk.format("GET", "/v2.1/faxes/${id}") end`;

export const firstPage = () => 'function request() return wrk.format("GET", "/v2.1/faxes?per_page=25") end';

export const randomFax = ({ ids }) => `local ids = {${ids.join(',')}}
function request() return wrk.format("GET", "/v2.1/faxes/" .. ids[math.random(#ids)]) end`;

export const resend = ({ resendable }) => `local ids = {${resendable.join(',')}}
local count = 0
function request() count = count + 1 return wrk.format("POST", "/v2.1/faxes/" .. ids[count % #ids + 1] .. "/resend") end`;

const pagesAndResend = ({ resendable }) => `local ids = {${resendable.join(',')}}
local count = 0
function request()
  count = count + 1
  if count % 10 == 0 then return wrk.format("POST", "/v2.1/faxes/" .. ids[count % #ids + 1] .. "/resend") end
  return wrk.format("GET", "/v2.1/faxes?per_page=25&page=" .. (count % 7 + 1))
end`;
