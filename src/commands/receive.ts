import { fileAt, inputOf } from './call-words.ts';
import { ask, print } from './control-command.ts';
import type { Invocation } from './invocation.ts';

/** `faxsim receive FILE --from NUMBER --to NUMBER`: a fax comes in, with what is in the file. */
export async function receive({ words: [path, ...words], options }: Invocation): Promise<number> {
  const { from, to } = options;
  const file = path === undefined ? {} : { file: await fileAt(path) };
  const input = { from, to, ...file, ...(await inputOf(words, [], `receive ${path ?? ''}`)) };
  return print(await ask('simulate', { name: 'receive', input }, options), options);
}
