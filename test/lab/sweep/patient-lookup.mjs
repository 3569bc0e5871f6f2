// Sends a letter, and waits up to 1.5 s for its fax to show before it sends the letter again.
import { setTimeout as pause } from 'node:timers/promises';

const base = `${process.env.PHAXIO_BASE_URL}/v2.1`;
const { PHAXIO_API_KEY: key, PHAXIO_API_SECRET: secret, MENDED: mended } = process.env;
const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };

const patienceMs = 1500;

async function call(path, init) {
  const answer = await fetch(base + path, { headers, signal: AbortSignal.timeout(1000), ...init });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()).data;
}

/** The mistake: a fax that is on its way has no success yet, however long the program waits. */
const query = mended ? 'tag[letter]=7' : 'tag[letter]=7&status=success';

async function lookup() {
  for (const until = Date.now() + patienceMs; ; await pause(100)) {
    const found = await call(`/faxes?${query}`).catch((error) => error);
    if (Array.isArray(found) && found.length > 0) return found;
    if (Date.now() < until) continue;
    if (found instanceof Error) throw found; // without a list, it knows of no fax and sends none
    return found;
  }
}

const send = () =>
  call('/faxes', {
    method: 'POST',
    body: new URLSearchParams({ to: '+12025550101', content_url: 'https://example.com', 'tag[letter]': '7' }),
  });

await send().catch(async () => {
  if ((await lookup()).length === 0) await send();
});
