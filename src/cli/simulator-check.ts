import { durationText } from '../model/shared/duration.ts';
import { CliError, errorCode } from '../model/shared/errors.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import { readBody } from '../service/network/http-exchange.ts';
import { sendCall } from '../service/network/own-calls.ts';
import type { Sources } from './invocation.ts';

/** The error of a command at whose address no simulator answers, but perhaps another program. */
export class NoSimulatorError extends CliError {}

/** The longest time to the answer, in real ms. */
const answerMsMax = 10_000;

/** The longest answer that is read. */
const bytesMax = 10_000;

/**
 * Asks whether a simulator answers at an address, before the first call: no other server gets a call, and no call that waits or works
 * for long needs a limit. Throws a NoSimulatorError that names the setting of the address. Does nothing if there is no connection, because
 * the call itself then says why.
 */
export async function assertSimulator(root: string, sources: Sources, limitMs = answerMsMax): Promise<void> {
  const setting = placeSetting(sources);
  const found = await whatAnswers(root, limitMs);
  if (found === 'silence') {
    const limit = durationText(limitMs);
    throw new NoSimulatorError(
      `${setting}: no answer from ${root} within ${limit}: faxsim hangs, or another program listens there; ${advice}`,
    );
  }
  if (found !== 'another') return;
  const { origin } = new URL(root);
  const isBelow = origin !== root && (await whatAnswers(origin, limitMs)) === 'faxsim';
  throw new NoSimulatorError(
    `${setting}: what answers at ${root} is not faxsim; ${isBelow ? `faxsim answers at ${origin}` : advice}`,
  );
}

const advice = 'say where faxsim is with --url, --port or FAXSIM_PORT';

/** The flag or the variable that says where the simulator is. */
const placeSetting = ({ url, portFile, urlFile, port, host }: Sources): string =>
  url ?? portFile ?? urlFile ?? port ?? host ?? '--port';

async function whatAnswers(root: string, limitMs: number): Promise<'faxsim' | 'another' | 'silence' | 'nothing'> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await sendCall(`${root}/_faxsim/livez`, { signal, keepsConnection: true });
    const chunks: Buffer[] = [];
    await readBody(response, bytesMax, (chunk) => chunks.push(chunk));
    return isOfFaxsim(response.statusCode, Buffer.concat(chunks).toString()) ? 'faxsim' : 'another';
  } catch (error) {
    if (signal.aborted) return 'silence';
    return errorCode(error)?.startsWith('HPE_') === true ? 'another' : 'nothing'; // codes of the parser of HTTP
  }
}

/** Whether an answer says that a simulator is alive, or has the envelope of a refusal. A 404 comes from another path of it. */
function isOfFaxsim(status: number | undefined, text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return status !== 404 && isPlainObject(answer) && (answer['status'] === 'ok' || 'success' in answer);
  } catch {
    return false;
  }
}
