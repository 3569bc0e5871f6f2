// Sends letters, sends one again that failed, and archives received faxes, by v3.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

export class Office {
  /** Documents by the numbers that sent them. */
  archive = new Map();
  /** The ends of faxes, by their ids: each a promise and the function that settles it. */
  #notices = new Map();
  #server = createServer((request, response) => void this.#receive(request, response));
  #url = '';
  #password = randomUUID();
  #baseUrl;
  #headers;

  constructor({ SINCH_BASE_URL, SINCH_PROJECT_ID, SINCH_KEY_ID, SINCH_KEY_SECRET }) {
    this.#baseUrl = `${SINCH_BASE_URL}/v3/projects/${SINCH_PROJECT_ID}`;
    this.#headers = { authorization: `Basic ${btoa(`${SINCH_KEY_ID}:${SINCH_KEY_SECRET}`)}` };
  }

  async open() {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    this.#url = `http://office:${this.#password}@127.0.0.1:${this.#server.address().port}/faxes`;
  }

  close() {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Sends a letter, once more where it fails, and resolves to whether it arrived at each number. */
  async sendLetter(numbers, text) {
    const first = await this.#send(numbers, new Blob([text]), 'letter.txt');
    const arrivals = {};
    for (const { id } of first) {
      const fax = await this.#endOf(id);
      arrivals[fax.to] = fax.status === 'COMPLETED' || (await this.#sendAgain(fax));
    }
    return arrivals;
  }

  async #send(numbers, file, name) {
    const form = new FormData();
    for (const number of numbers) form.append('to', number);
    form.append('file', file, name);
    form.append('callbackUrl', this.#url);
    form.append('callbackUrlContentType', 'application/json');
    form.append('maxRetries', '0');
    const sent = await this.#call('/faxes', { method: 'POST', body: form });
    return sent.faxes ?? [sent];
  }

  /** Sends the document of a fax to its number once more. */
  async #sendAgain({ id, to }) {
    const file = await this.#request(`/faxes/${id}/file`);
    const [again] = await this.#send([to], await file.blob(), 'letter.pdf');
    return (await this.#endOf(again.id)).status === 'COMPLETED';
  }

  /** Stores each received fax, and deletes its file at the service. */
  async archiveReceived() {
    for (let page = 1; ; page++) {
      const { faxes, totalPages } = await this.#call(`/faxes?direction=INBOUND&pageSize=50&page=${page}`);
      for (const { id, from } of faxes) {
        const file = await this.#request(`/faxes/${id}/file`);
        this.archive.set(from, Buffer.from(await file.arrayBuffer()));
        await this.#request(`/faxes/${id}/file`, { method: 'DELETE' });
      }
      if (page >= totalPages) return;
    }
  }

  async #request(path, init) {
    const answer = await fetch(`${this.#baseUrl}${path}`, { headers: this.#headers, ...init });
    if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
    return answer;
  }

  async #call(path, init) {
    return (await this.#request(path, init)).json();
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
    const isAuthentic = request.headers.authorization === `Basic ${btoa(`office:${this.#password}`)}`;
    response.writeHead(isAuthentic ? 200 : 403).end();
    if (!isAuthentic) return;
    const { event, fax } = JSON.parse(body);
    if (event === 'FAX_COMPLETED') this.#noticeOf(fax.id).come();
  }
}
