// A queue that sends faxes one after the other, and tries again when a request fails.
const tries = 3;
const pauseMs = 100;
const pollMs = 50;
const answerMs = 4000;
/** A busy machine makes the polls slow too, unlike a clock. */
const pollsMax = 60;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class FaxQueue {
  #jobs = [];
  #client;

  constructor({ baseUrl, key, secret }) {
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    this.#client = async (path, init) => {
      const signal = AbortSignal.timeout(answerMs);
      const answer = await fetch(`${baseUrl}/v2.1${path}`, { ...init, headers, signal });
      if (!answer.ok) throw new RequestError(answer);
      return (await answer.json()).data;
    };
  }

  add(to, text) {
    const job = { id: `job-${this.#jobs.length + 1}`, to, text, state: 'waiting' };
    this.#jobs.push(job);
    return job;
  }

  /** Works until no job is left. One that fails does not hold up the others. */
  async run() {
    for (const job of this.#jobs) {
      try {
        job.state = await this.#send(job);
      } catch {
        job.state = 'failed';
      }
    }
  }

  async #send(job) {
    const { id } = await this.#retrying(async (isFirst) => {
      // An answer that was lost does not say whether the fax was sent.
      const [sent] = isFirst ? [] : await this.#client(`/faxes?tag[job]=${job.id}`);
      return sent ?? this.#client('/faxes', { method: 'POST', body: formOf(job) });
    });
    for (let poll = 1; poll <= pollsMax; poll++) {
      await sleep(pollMs);
      const { status } = await this.#retrying(() => this.#client(`/faxes/${id}`));
      if (status === 'success') return 'sent';
      if (status === 'failure' || status === 'partialsuccess') return 'failed';
    }
    return 'unknown';
  }

  async #retrying(request) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(attempt === 1);
      } catch (error) {
        if (attempt === tries) throw error;
        await sleep(error.retryAfterMs ?? pauseMs);
      }
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

function formOf({ id, to, text }) {
  const form = new FormData();
  form.append('to', to);
  form.append('file', new Blob([text]), 'fax.txt');
  form.append('tag[job]', id);
  return form;
}
