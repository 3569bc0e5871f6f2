import { inputOf, isPair } from './call-words.ts';
import { ask, print } from './control-command.ts';
import { fileAt } from './file-at.ts';
import type { Invocation } from './invocation.ts';

/** `faxsim receive FILE --from NUMBER --to NUMBER`: a fax comes in, with what is in the file, if there is one. */
export async function receive({ words, options }: Invocation): Promise<number> {
  const { from, to } = options;
  const path = words.find((word) => !isPair(word));
  const pairs = words.filter((_word, at) => path === undefined || at !== words.indexOf(path));
  const file = path === undefined ? {} : { file: await fileAt(path) };
  const input = { from, to, ...file, ...(await inputOf(pairs, [], 'receive')) };
  return print(await ask('simulate', { name: 'receive', input }, options), options);
}
