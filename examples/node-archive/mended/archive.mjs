// Archives received faxes, and confirms each by a fax; then reports by a last fax.
const tries = 3;
const pauseMs = 100;
const looks = 20;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class FaxArchive {
  /** Documents by the ids of their faxes. */
  documents = new Map();
  #call;

  constructor({ baseUrl, key, secret }) {
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    this.#call = async (path, init) => {
      const signal = AbortSignal.timeout(4000);
      const answer = await fetch(`${baseUrl}/v2.1${path}`, { ...init, headers, signal });
      if (!answer.ok) throw new RequestError(answer);
      return answer;
    };
  }

  async run() {
    const faxes = await this.#arrived();
    for (const fax of faxes) await this.#archive(fax);
    for (const { id, from_number: to } of faxes) await this.#confirm(to, `confirm-${id}`);
    // The report goes to a number of ours.
    await this.#confirm('+12025550100', 'report');
  }

  /** The received faxes that have arrived. One whose call goes on is awaited for a while. */
  async #arrived() {
    const path = '/faxes?direction=received&per_page=100';
    for (let look = 1; ; look++) {
      const { data: faxes } = await retrying(async () => (await this.#call(path)).json());
      const isUnderWay = faxes.some(({ status }) => status === 'inprogress');
      if (!isUnderWay || look === looks) return faxes.filter(({ status }) => status === 'success');
      await sleep(pauseMs);
    }
  }

  async #archive({ id }) {
    const document = await retrying(async () =>
      Buffer.from(await (await this.#call(`/faxes/${id}/file`)).arrayBuffer()),
    );
    this.documents.set(id, document);
    await retrying(() => this.#call(`/faxes/${id}/file`, { method: 'DELETE' }));
  }

  /** An answer that was lost does not say whether the fax was sent. */
  async #confirm(to, tag) {
    await retrying(async (isFirst) => {
      const { data } = isFirst ? { data: [] } : await (await this.#call(`/faxes?tag[letter]=${tag}`)).json();
      if (data.length === 0) await this.#send(to, tag);
    });
  }

  #send(to, tag) {
    const form = new FormData();
    form.append('to', to);
    form.append('file', new Blob(['Archived']), 'letter.txt');
    form.append('tag[letter]', tag);
    return this.#call('/faxes', { method: 'POST', body: form });
  }
}

async function retrying(request) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(attempt === 1);
    } catch (error) {
      if (attempt === tries) throw error;
      await sleep(error.retryAfterMs ?? pauseMs);
    }
  }
}

class RequestError extends Error {
  constructor({ status, headers }) {
    super(`status ${status}`);
    const wait = headers.get('retry-after');
    this.retryAfterMs = wait === null ? undefined : Number(wait) * 1000;
  }
}
