import type { RawRequest, RequestRecord } from '../control/client/named-types.ts';
import { requestCurl } from '../control/client/request-curl.ts';
import { asNumber } from '../model/shared/conversion.ts';
import { CliError } from '../model/shared/errors.ts';
import { printableLines, shellWord } from '../model/shared/words.ts';
import { inputOf } from './control-args.ts';
import { withPlace } from './follow-up.ts';
import type { GivenSettings } from './invocation.ts';
import { withFoundIds } from './last-record.ts';
import { withSimulator } from './simulator-at.ts';
import { print } from './table-output.ts';

/** `faxsim requests curl ID` prints a recorded request as a command, with a key pair of the world in place of the hidden one. */
export async function printCurl(words: readonly string[], settings: GivenSettings): Promise<number> {
  const given = await inputOf(words, [{ name: 'id' }], { call: 'requests curl', takesPairs: () => true });
  const { command, files } = await withSimulator(settings, async (world) => {
    const { input } = await withFoundIds(world, 'requests', { name: 'curl', input: given });
    const id = asNumber(input['id']);
    if (!Number.isSafeInteger(id)) throw new CliError('requests curl: ID must be the id of a request, or last');
    const [request, raw, { credentials }] = await Promise.all([
      world.requests.show({ id }),
      world.requests.raw({ id }),
      world.worlds.show(),
    ]);
    const target = {
      baseUrl: world.baseUrl,
      credentials: credentials[request.key ?? 'live'],
      copyName: copyNameOf(id),
    };
    return { command: requestCurl(request, raw, target), files: fileCommands(request, raw) };
  });
  if (!settings.options.json && files !== '') process.stderr.write(withPlace(files, settings));
  return print({ command }, settings.options, { text: `${printableLines(command)}\n`, isFitted: true });
}

/** The name for a copy of a file of a request. With the name of the original, the copy could replace it. */
const copyNameOf =
  (id: number) =>
  (filename: string, index: number): string =>
    `part-${id}-${index + 1}-${filename.replaceAll(/[/\\]/g, '-')}`;

/** The commands that make the files that the curl command reads. */
function fileCommands({ id }: RequestRecord, { parts }: RawRequest): string {
  const commands = parts.flatMap(({ filename }, index) =>
    filename === null
      ? []
      : [`  faxsim requests part ${id} ${index + 1} > ${shellWord(copyNameOf(id)(filename, index))}\n`],
  );
  return commands.length === 0
    ? ''
    : `The command reads the files of the request. Get them first:\n${commands.join('')}`;
}
