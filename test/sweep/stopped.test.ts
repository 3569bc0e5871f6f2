import { expect, test } from '@jest/globals';
import type { OwnWorld } from '../../src/client/world-handle.ts';
import { startFrom } from '../../src/index.ts';
import { sweep } from '../../src/sweep/sweep.ts';
import { answering } from '../support/posts.ts';

async function sendFax({ baseUrl, credentials: { live } }: OwnWorld): Promise<void> {
  const headers = { authorization: `Basic ${btoa(`${live.key}:${live.secret}`)}` };
  const body = new URLSearchParams({ to: '+12025550123', content_url: 'https://example.com' });
  await fetch(`${baseUrl}/v2.1/faxes`, { method: 'POST', headers, body }).catch(() => undefined);
}

test('a run that is stopped has no verdict, and keeps no bundle', async () => {
  const simulator = await startFrom({ port: 0, fixture: 'empty', seed: 3 }, { post: answering(200) });
  const stopped = new AbortController();
  const kept: string[] = [];
  let runs = 0;
  try {
    const { results, undone, stoppedBy } = await sweep({
      simulator,
      jobs: 1,
      all: false,
      only: 'lost-answer',
      skipsWaits: true,
      signal: stopped.signal,
      run: async (world) => {
        runs += 1;
        await sendFax(world);
        if (runs <= 2) return { how: 'passed', detail: 'passed', ms: 1, output: '' };
        await sendFax(world); // a harm, before the end of the run
        stopped.abort();
        return { how: 'stopped', detail: 'stopped', ms: 1, output: '' };
      },
      keep: (_world, { name }) => {
        kept.push(name);
        return Promise.resolve(name);
      },
    });
    expect({ results, stoppedBy, kept }).toEqual({ results: [], stoppedBy: 'signal', kept: [] });
    expect(undone).toHaveLength(1);
  } finally {
    await simulator.close();
  }
});
