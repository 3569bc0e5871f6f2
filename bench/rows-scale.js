import { join } from 'node:path';
import { alternating, asker, median, rateOfScript, sum } from './load.js';
import { faxesOf, firstPage, randomFax, resend } from './rows-loads.js';
import { faxsim, idle, residentMb, scratch } from './servers.js';

const many = Number(process.env.MANY ?? 1_000_000);
const repetitions = 60;

/** How the time of one request grows from 1,000 faxes to a million, and what a million takes. */
export async function scale() {
  const start = (size, ...args) =>
    faxsim('--clock', 'manual', '--fixture', 'large', '--fixture-size', String(size), ...args);
  const servers = { few: await start(1000), many: await start(many) };
  await bothIdle(servers);
  const requests = { few: await requestsOf(servers.few.url), many: await requestsOf(servers.many.url) };
  const firstPost = { few: await requests.few['later POST'](), many: await requests.many['later POST']() };
  const rows = await underLoad(servers);
  await bothIdle(servers);
  for (const name of Object.keys(requests.few)) {
    const times = { few: [], many: [] };
    for (let at = 0; at < repetitions; at++) {
      for (const size of ['few', 'many']) times[size].push((await requests[size][name]()).ms);
    }
    const value = median(times.many) / median(times.few);
    rows.push({ name: `${name}, at a million faxes against a thousand`, value, most: 1.5 });
  }
  rows.push({
    name: 'first POST, at a million faxes against a thousand',
    value: firstPost.many.ms / firstPost.few.ms,
    most: 1.5,
  });
  const resets = [];
  for (let at = 0; at < 5; at++) {
    await asker(servers.many.url)('/_faxsim/reset', { method: 'POST' });
    resets.push((await requests.many['later POST']()).ms);
  }
  rows.push({ name: 'first POST after a reset, at a million faxes', value: median(resets), most: 5, unit: 'ms' });
  await Promise.all(Object.values(servers).map(({ stop }) => stop()));
  rows.push(await restart(start));
  return rows;
}

const bothIdle = ({ few, many: large }) => Promise.all([idle(few.pid), idle(large.pid)]);

/** The rates of 32 connections, so that the garbage collector has to keep up. */
async function underLoad(servers) {
  const rows = [{ name: 'memory with a million faxes', value: residentMb(servers.many.pid), most: 1200, unit: 'MB' }];
  const faxes = { few: await faxesOf(servers.few), many: await faxesOf(servers.many, 50) };
  for (const [name, lua] of Object.entries({ 'one fax at random': randomFax, 'page of 25': firstPage, resend })) {
    const of = (size) => () => rateOfScript(servers[size].url, lua(faxes[size]), `scale-${size}`, seconds);
    const { few, many: large } = await alternating({ few: of('few'), many: of('many') }, loadRounds);
    const value = sum(few) / sum(large);
    rows.push({ name: `${name} over 32 connections, at a million faxes against a thousand`, value, most: 1.5 });
  }
  rows.push({
    name: 'memory with a million faxes, after a minute of load',
    value: residentMb(servers.many.pid),
    most: 1200,
    unit: 'MB',
  });
  return rows;
}

/** Of one round. */
const seconds = 6;

/**
 * A collection of the large heap takes about as long as a round, and comes in every other one. So all rounds count together: their
 * median is that of rounds with a collection, or of those without.
 */
const loadRounds = 3;

async function requestsOf(url) {
  const ask = asker(url);
  const { data } = JSON.parse((await ask('/v2.1/faxes?status=success&direction=sent&per_page=50')).text);
  const tagged = data.find(({ tags }) => Object.keys(tags ?? {}).length > 0) ?? data[0];
  const [[tag, word] = ['none', 'none']] = Object.entries(tagged.tags ?? {});
  const number = encodeURIComponent(data[0].recipients[0].phone_number);
  const ids = data.map(({ id }) => id);
  let turn = 0;
  // Some have no file any more: a refusal stores nothing, and the next is tried.
  const resend = async () => {
    while (ids.length > 0) {
      const [id] = ids;
      try {
        return await ask(`/v2.1/faxes/${id}/resend`, { method: 'POST' });
      } catch {
        ids.shift();
      }
    }
    throw new Error('no fax can be resent');
  };
  const get = (path) => () => ask(path);
  return {
    'GET one': () => ask(`/v2.1/faxes/${ids[turn++ % ids.length]}`),
    'GET page': get('/v2.1/faxes?per_page=25'),
    'GET by tag': get(`/v2.1/faxes?per_page=25&tag[${encodeURIComponent(tag)}]=${encodeURIComponent(word)}`),
    'GET by number': get(`/v2.1/faxes?per_page=25&phone_number=${number}`),
    'GET by status': get('/v2.1/faxes?per_page=25&status=failure'),
    'GET by tag and status': get(
      `/v2.1/faxes?per_page=25&status=success&tag[${encodeURIComponent(tag)}]=${encodeURIComponent(word)}`,
    ),
    'GET by status and direction': get('/v2.1/faxes?per_page=25&status=failure&direction=sent'),
    'later POST': resend,
  };
}

async function restart(start) {
  const data = join(scratch, 'million');
  const filled = await start(many, '--data', data);
  await filled.end();
  const again = await start(many, '--data', data);
  await asker(again.url)('/_faxsim/livez');
  const seconds = (performance.now() - again.begun) / 1000;
  await again.stop();
  return { name: 'start from a directory with a million faxes', value: seconds, most: 15, unit: 's' };
}
