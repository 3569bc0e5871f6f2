import type { Bundle } from '../bundles/bundle.ts';
import { recordedPosts } from '../bundles/recorded-posts.ts';
import type { RunningSimulator } from '../index.ts';

const gigabyte = 2 ** 30;

/** Works with a simulator that posts nothing: webhooks get the answers that they have in the bundle. */
export async function withReplayHost<T>(bundle: Bundle, work: (host: RunningSimulator) => Promise<T>): Promise<T> {
  const { startFrom } = await import('../index.ts');
  const options = { port: 0, fixture: 'empty', journal: gigabyte, strictAuth: bundle.strict_auth } as const;
  const host = await startFrom(options, { post: recordedPosts(bundle) });
  try {
    return await work(host);
  } finally {
    await host.close();
  }
}
