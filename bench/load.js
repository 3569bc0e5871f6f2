import { execFile, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { promisify } from 'node:util';
import { authorization, fileOf } from './servers.js';

const connections = 32;
const hasWrk = spawnSync('wrk', ['--version']).error === undefined;
const run = promisify(execFile);

/** The program that makes the load. */
export const generator = hasWrk ? 'wrk' : 'autocannon';

/** Requests a second with these bytes over 32 connections. */
export async function rate(url, { method = 'GET', seconds = 1 } = {}) {
  if (!hasWrk) return rateOfAutocannon(url, { method, seconds });
  return rateOfWrk(url, `wrk.method = "${method}"`, { name: method, seconds });
}

/** Requests a second of a script of wrk, whose requests differ. Needs wrk. */
export const rateOfScript = (url, lua, name, seconds = 1) => rateOfWrk(url, lua, { name, seconds });

async function rateOfWrk(url, lua, { name, seconds, parallel = connections }) {
  const script = fileOf(`${name}.lua`, `wrk.headers["Authorization"] = "${authorization}"\n${lua}\n`);
  const { stdout } = await run('wrk', ['-t1', `-c${parallel}`, `-d${seconds}s`, '-s', script, url]);
  if (/Non-2xx/.test(stdout)) throw new Error(`${name} ${url}: ${stdout}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
}

async function rateOfAutocannon(url, { method, seconds }) {
  const { default: autocannon } = await import('autocannon');
  const headers = { authorization };
  const result = await autocannon({ url, method, headers, connections, duration: seconds, workers: 1 });
  if (result.non2xx > 0) throw new Error(`${method} ${url}: ${result.non2xx} errors`);
  return result.requests.average;
}

let uploads = 0;

/** A fax of one page as a form; each has another page, unless it has a mark. */
export function upload(mark = String(++uploads)) {
  const text = `BT /F1 24 Tf 72 720 Td (${mark}) Tj ET`;
  const pdf = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>endobj',
    `4 0 obj<</Length ${text.length}>>stream\n${text}\nendstream endobj`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ].join('\n');
  const part = (name, value, more = '') =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part('file', pdf, '; filename="page.pdf"\r\ncontent-type: application/pdf');
  return { body: `${part('to', '+12025550123')}${file}--b--\r\n`, type: 'multipart/form-data; boundary=b' };
}

/** Sends one request over connections that stay open; resolves with the milliseconds that it took. */
export function asker(url) {
  const isSecure = url.startsWith('https:');
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true, rejectUnauthorized: false });
  const send = isSecure ? secureRequest : request;
  return (path, { method = 'GET', body, type } = {}) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const headers = { authorization, ...(type && { 'content-type': type }) };
      send(url + path, { method, headers, agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode >= 300)
            reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`));
          else resolve({ ms: performance.now() - begun, text });
        });
      })
        .on('error', reject)
        .end(body);
    });
}

/** As long as the numbers that replace it, so that the form stays valid. */
const mark = '0000000000';

/** Makes each form another by a number in its page. */
const uploadLua = () => `
wrk.method = "POST"
wrk.headers["Content-Type"] = "${upload(mark).type}"
local form = ${JSON.stringify(upload(mark).body)}
local from, to = form:find("${mark}", 1, true)
local before, after = form:sub(1, from - 1), form:sub(to + 1)
local count = os.time() % 100000 * 100000
function request()
  count = count + 1
  return wrk.format(nil, nil, nil, before .. string.format("%010d", count) .. after)
end`;

/** Uploads a second, so many at a time; no file comes twice. */
export async function uploadRate(url, { parallel = connections, seconds = 2 } = {}) {
  const path = '/v2.1/faxes';
  if (hasWrk) return rateOfWrk(url + path, uploadLua(), { name: 'upload', seconds, parallel });
  const ask = asker(url);
  const begun = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (; performance.now() - begun < seconds * 1000; done++) await ask(path, { method: 'POST', ...upload() });
    }),
  );
  return (done * 1000) / (performance.now() - begun);
}

export const sum = (values) => values.reduce((a, b) => a + b, 0);

export function median(values) {
  return percentile(values, 0.5);
}

export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The measures of rounds in which each takes its turn; the first round only warms up. */
export async function alternating(measures, rounds) {
  const results = Object.fromEntries(Object.keys(measures).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(measures)) {
      const value = await measure();
      if (round > 0) results[name].push(value);
    }
  }
  return results;
}

/** The median of the ratios of the same rounds. */
export const ratio = (ours, theirs) => median(ours.map((value, round) => value / theirs[round]));
