import { numberedReason } from '../control/client/fax-outcome-text.ts';
import type { ReceivedFax, WebhookRecord } from '../control/client/named-types.ts';
import { fileAt, inputOf, isPair } from './control-args.ts';
import type { Invocation } from './invocation.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';

/** `faxsim receive FILE --from NUMBER --to NUMBER` simulates an inbound fax, with the file as its document if one is named. */
export async function receive({ words, options, sources }: Invocation): Promise<number> {
  const { from, to } = options;
  const path = words.find((word) => !isPair(word));
  const pairs = words.filter((_word, at) => path === undefined || at !== words.indexOf(path));
  const file = path === undefined ? {} : { file: await fileAt(path) };
  const input = { from, to, ...file, ...(await inputOf(pairs, [], { call: 'receive', takesPairs: () => true })) };
  const received = await withSimulator({ options, sources }, ({ simulate }) => simulate.receive(input));
  const fax = options.json ? undefined : received.fax?.id;
  const webhooks =
    fax === undefined ? [] : await withSimulator({ options, sources }, (world) => world.webhooks.list({ fax }));
  return print(received, options, { text: receivedText(received, webhooks) });
}

/** The line about a received fax, and the URLs of its webhooks. `--json` prints the whole record. */
export function receivedText(
  { fax, blocked_by: rule }: ReceivedFax,
  webhooks: readonly Pick<WebhookRecord, 'url' | 'state'>[] = [],
): string {
  if (fax === null) return `no fax: blocking rule ${rule} refused the call\n`;
  const { id, from_number: from, to_number: to, pages, error } = fax;
  const numbers = `from ${numberText(from)} to ${numberText(to)}`;
  const failed = error === null ? '' : `; it failed: ${numberedReason(error)}`;
  const sent = webhooks.filter(({ url }) => url !== null).map(({ state, url }) => `${state}, to ${url}`);
  const outcomes = sent.length > 0 ? sent : ['none, since no URL is set'];
  const lines = outcomes.map((outcome) => `webhook: ${outcome}\n`).join('');
  return `fax ${id} ${numbers}, ${pages} page${pages === 1 ? '' : 's'}${failed}\n${lines}`;
}

const numberText = (number: unknown): string => (typeof number === 'string' ? number : 'an unknown number');
