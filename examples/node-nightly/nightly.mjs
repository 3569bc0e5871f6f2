// Sends failed faxes again, each night until they arrive, for two nights at most.
const tries = 3;
const pauseMs = 100;
const pollMs = 50;
const answerMs = 4000;
/** For one fax: the next is looked at after it. A busy machine makes the polls slow too, unlike a clock. */
const pollsMax = 160;
const mostNights = 2;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class NightlyResend {
  /** `sent`, `failed` or `given up`, by the numbers that the faxes go to. */
  states = new Map();
  /** The jobs by the ids of the original faxes. */
  #jobs = new Map();
  #resends = new Set();
  #client;

  constructor({ baseUrl, key, secret }) {
    const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
    this.#client = async (method, path) => {
      const signal = AbortSignal.timeout(answerMs);
      const answer = await fetch(`${baseUrl}/v2.1${path}`, { method, headers, signal });
      if (!answer.ok) throw new RequestError(answer);
      return (await answer.json()).data;
    };
  }

  async run() {
    const failed = await retrying([], () => this.#client('GET', '/faxes?status=failure&direction=sent&per_page=100'));
    for (const { id, recipients } of failed.toReversed()) {
      if (this.#resends.has(id) || this.#jobs.has(id)) continue;
      this.#jobs.set(id, { id, number: recipients[0].phone_number, nights: 0, last: id, state: 'failed' });
    }
    const due = [...this.#jobs.values()].filter(({ state, nights }) => state === 'failed' && nights < mostNights);
    // The first two show whether the service works at all.
    for (const job of due.slice(0, 2)) await this.#resend(job);
    for (const job of due.slice(2)) await this.#resend(job, [429]).catch((error) => this.#giveUp(job, error));
    for (const job of due.filter(({ state }) => state !== 'given up')) {
      job.state = await this.#outcome(job.last);
      this.states.set(job.number, job.state);
      console.log(`${job.number}: ${job.state}`);
    }
  }

  async #resend(job, final = []) {
    job.nights += 1;
    job.last = await retrying(final, async (isFirst) => {
      // An answer that was lost does not say whether the fax was sent.
      const newer = isFirst ? [] : await this.#newer(job);
      return newer[0] ?? (await this.#client('POST', `/faxes/${job.id}/resend`)).id;
    });
    this.#resends.add(job.last);
  }

  async #newer({ number, last }) {
    const faxes = await this.#client('GET', `/faxes?direction=sent&phone_number=${encodeURIComponent(number)}`);
    return faxes.map(({ id }) => id).filter((id) => id > last);
  }

  #giveUp(job, error) {
    job.state = 'given up';
    console.error(`${job.number}: ${error.message}`);
  }

  async #outcome(id) {
    for (let poll = 1; poll <= pollsMax; poll++) {
      const { status } = await retrying([], () => this.#client('GET', `/faxes/${id}`));
      if (status === 'success') return 'sent';
      if (status === 'failure' || status === 'partialsuccess') return 'failed';
      await sleep(pollMs);
    }
    return 'failed';
  }
}

/** Tries again, unless the status is among the final ones. */
async function retrying(final, request) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request(attempt === 1);
    } catch (error) {
      if (attempt === tries || final.includes(error.status)) throw error;
      await sleep(error.retryAfterMs ?? pauseMs);
    }
  }
}

class RequestError extends Error {
  constructor({ status, headers }) {
    super(`status ${status}`);
    this.status = status;
    const wait = headers.get('retry-after');
    this.retryAfterMs = wait === null ? undefined : Number(wait) * 1000;
  }
}
