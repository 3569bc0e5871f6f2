import { requestCurl } from '../control/client/request-curl.ts';
import { asNumber } from '../model/shared/conversion.ts';
import { CliError } from '../model/shared/errors.ts';
import { printableLines } from '../model/shared/words.ts';
import { inputOf } from './control-args.ts';
import type { GivenSettings } from './invocation.ts';
import { withFoundIds } from './last-record.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';

/** `faxsim requests curl ID` prints a recorded request as a command, with a key pair of the world in place of the hidden one. */
export async function printCurl(words: readonly string[], settings: GivenSettings): Promise<number> {
  const given = await inputOf(words, [{ name: 'id' }], { call: 'requests curl', takesPairs: () => true });
  const command = await withSimulator(settings, async (world) => {
    const { input } = await withFoundIds(world, 'requests', { name: 'curl', input: given });
    const id = asNumber(input['id']);
    if (!Number.isSafeInteger(id)) throw new CliError('requests curl: ID must be the id of a request, or last');
    const [request, raw, { credentials }] = await Promise.all([
      world.requests.show({ id }),
      world.requests.raw({ id }),
      world.worlds.show(),
    ]);
    return requestCurl(request, raw, { baseUrl: world.baseUrl, credentials: credentials[request.key ?? 'live'] });
  });
  return print({ command }, settings.options, { text: `${printableLines(command)}\n`, isFitted: true });
}
