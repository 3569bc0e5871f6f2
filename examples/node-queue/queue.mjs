// A queue that sends faxes one after the other, and tries again when a request fails.
const tries = 3;
const pauseMs = 100;
const pollMs = 50;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class FaxQueue {
  #jobs = [];
  #client;

  constructor({ baseUrl, key, secret }) {
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    this.#client = async (path, init) => {
      const answer = await fetch(`${baseUrl}/v2.1${path}`, { ...init, headers });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      return (await answer.json()).data;
    };
  }

  add(to, text) {
    const job = { id: `job-${this.#jobs.length + 1}`, to, text, state: 'waiting' };
    this.#jobs.push(job);
    return job;
  }

  /** Works until no job is left. */
  async run() {
    for (const job of this.#jobs) await this.#send(job);
  }

  async #send(job) {
    const fax = await this.#retrying(() => this.#client('/faxes', { method: 'POST', body: formOf(job) }));
    let status = 'queued';
    while (status === 'queued' || status === 'pendingbatch' || status === 'inprogress') {
      await sleep(pollMs);
      ({ status } = await this.#retrying(() => this.#client(`/faxes/${fax.id}`)));
    }
    job.state = 'sent';
  }

  async #retrying(request) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request();
      } catch (error) {
        if (attempt === tries) throw error;
        await sleep(pauseMs);
      }
    }
  }
}

function formOf({ id, to, text }) {
  const form = new FormData();
  form.append('to', to);
  form.append('file', new Blob([text]), 'fax.txt');
  form.append('tag[job]', id);
  return form;
}
