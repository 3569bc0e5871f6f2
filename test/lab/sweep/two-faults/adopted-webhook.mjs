// Sends a letter and confirms its arrival to the office. A webhook of a fax whose response was lost is adopted by its tag, but not
// remembered.
import { once } from 'node:events';
import { createServer } from 'node:http';

const base = `${process.env.PHAXIO_BASE_URL}/v2.1`;
const headers = {
  authorization: `Basic ${btoa(`${process.env.PHAXIO_API_KEY}:${process.env.PHAXIO_API_SECRET}`)}`,
};

async function post(fields) {
  const body = new URLSearchParams({ content_url: 'https://example.com', ...fields });
  const answer = await fetch(`${base}/faxes`, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return (await answer.json()).data.id;
}

const confirmed = new Set();
let letter;
let isConfirmed = false;
let work = Promise.resolve();

async function confirm(id) {
  if (confirmed.has(id)) return;
  // An adopted letter has no id of its own yet.
  if (letter !== undefined || process.env.MENDED) confirmed.add(id);
  await post({ to: '+12025550100', 'tag[letter]': 'arrived' });
  isConfirmed = true;
}

const receiver = createServer(async (request, response) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  response.end();
  const text = Buffer.concat(parts).toString();
  const id = Number(/"id":\s*(\d+)/.exec(text)?.[1]);
  if (!text.includes('"letter":"7"')) return;
  if (!text.includes('"status":"success"')) {
    receiver.emit('failed', new Error('the letter did not arrive'));
    return;
  }
  work = work.then(() => confirm(id)).catch((error) => receiver.emit('failed', error));
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');

let failure;
receiver.once('failed', (error) => (failure = error));
const url = `http://127.0.0.1:${receiver.address().port}/`;
letter = await post({ to: '+12025550101', 'tag[letter]': '7', callback_url: url }).catch(() => undefined);
// The service has nothing to do any more, however slow the machine is.
const settle = new URLSearchParams({ settle: '60s' });
await fetch(`${process.env.FAXSIM_URL}/_faxsim/clock`, { method: 'POST', body: settle });
await work;
receiver.close();
if (failure !== undefined) throw failure;
if (!isConfirmed) throw new Error('no webhook came');
process.exit(0);
