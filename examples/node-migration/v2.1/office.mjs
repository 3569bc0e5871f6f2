// Sends letters, sends one again that failed, and archives received faxes, by v2.1.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

export class Office {
  /** Documents by the numbers that sent them. */
  archive = new Map();
  /** The ends of faxes, by their ids: each a promise and the function that settles it. */
  #notices = new Map();
  #server = createServer((request, response) => void this.#receive(request, response));
  #url = '';
  #baseUrl;
  #token;
  #headers;

  constructor({ PHAXIO_BASE_URL, PHAXIO_API_KEY, PHAXIO_API_SECRET, PHAXIO_CALLBACK_TOKEN }) {
    this.#baseUrl = `${PHAXIO_BASE_URL}/v2.1`;
    this.#token = PHAXIO_CALLBACK_TOKEN;
    this.#headers = { authorization: `Basic ${btoa(`${PHAXIO_API_KEY}:${PHAXIO_API_SECRET}`)}` };
  }

  async open() {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#url = `http://127.0.0.1:${this.#server.address().port}/faxes`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Sends a letter, once more where it fails, and resolves to whether it arrived at each number. */
  async sendLetter(numbers, text) {
    const form = new FormData();
    for (const number of numbers) form.append('to[]', number);
    form.append('file', new Blob([text]), 'letter.txt');
    form.append('callback_url', this.#url);
    const { id } = await this.#call('/faxes', { method: 'POST', body: form });
    const fax = await this.#endOf(id);
    if (fax.status !== 'failure') return arrivals(fax);
    const again = await this.#call(`/faxes/${id}/resend`, { method: 'POST' });
    return arrivals(await this.#endOf(again.id));
  }

  /** Stores each received fax, and deletes its file at the service. */
  async archiveReceived() {
    for (let page = 1; ; page++) {
      const faxes = await this.#call(`/faxes?direction=received&per_page=50&page=${page}`);
      for (const { id, from_number: from } of faxes) {
        const file = await this.#request(`/faxes/${id}/file`);
        this.archive.set(from, Buffer.from(await file.arrayBuffer()));
        await this.#call(`/faxes/${id}/file`, { method: 'DELETE' });
      }
      if (faxes.length < 50) return;
    }
  }

  async #request(path, init) {
    const answer = await fetch(`${this.#baseUrl}${path}`, { headers: this.#headers, ...init });
    if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
    return answer;
  }

  async #call(path, init) {
    const { success, message, data } = await (await this.#request(path, init)).json();
    if (!success) throw new Error(`${path}: ${message}`);
    return data;
  }

  /** The fax once it is done, by its webhook: one that came before is remembered. */
  async #endOf(id) {
    await this.#noticeOf(id).promise;
    return this.#call(`/faxes/${id}`);
  }

  #noticeOf(id) {
    if (!this.#notices.has(id)) {
      const notice = {};
      notice.promise = new Promise((resolve) => (notice.come = resolve));
      this.#notices.set(id, notice);
    }
    return this.#notices.get(id);
  }

  async #receive(request, response) {
    const body = Buffer.concat(await request.toArray());
    const form = await new Response(body, { headers: { 'content-type': request.headers['content-type'] } }).formData();
    const isAuthentic = this.#signatureOf(form) === request.headers['x-phaxio-signature'];
    response.writeHead(isAuthentic ? 200 : 403).end();
    if (isAuthentic) this.#noticeOf(JSON.parse(form.get('fax')).id).come();
  }

  #signatureOf(form) {
    const fields = [...form].toSorted().map(([name, value]) => name + value);
    return createHmac('sha1', this.#token)
      .update([this.#url, ...fields].join(''))
      .digest('hex');
  }
}

const arrivals = ({ recipients }) =>
  Object.fromEntries(recipients.map(({ phone_number: number, status }) => [number, status === 'success']));
