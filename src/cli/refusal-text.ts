import type { WorldHandle } from '../control/client/connect.ts';
import type { RequestRecord } from '../control/client/named-types.ts';
import { isRefused, keysAdvice, refusalReason } from '../model/shared/refused-request.ts';
import { baseName, scenarioText } from '../model/shared/scenario-text.ts';

/** The lines about a request that was refused: the reason, more of the cause, and the next step. Empty for other requests. */
export async function refusalText({ requests }: Pick<WorldHandle, 'requests'>, id: number): Promise<string> {
  const request = await requests.show({ id });
  if (!isRefused(request)) return '';
  const { method, path, answer, refused } = request;
  const reason = refusalReason(request) ?? 'the answer gives no reason';
  const diagnosis = refused?.diagnosis ?? null;
  return [
    `request ${id}: ${method} ${path} was refused with ${answer.status ?? 0}: ${reason}\n`,
    diagnosis === null ? '' : `  ${diagnosis}\n`,
    `  to do: ${adviceOn(request)}\n`,
  ].join('');
}

/** The next step after a refusal. */
function adviceOn({ id, rule, refused, nearest_route: nearest, lint }: RequestRecord): string {
  if (rule !== null)
    return `${scenarioText(rule)} refused it: faxsim scenarios off ${baseName(rule.split('/')[0] ?? rule)}`;
  if (refused?.kind === 'unauthorized') return keysAdvice;
  if (nearest !== null) return `call ${nearest}`;
  const field = refused?.field ?? null;
  const change = renamingIn(lint) ?? (field === null ? 'change it' : `change the parameter ${field}`);
  return `${change} and send it again: faxsim requests curl ${id}`;
}

/** `rename content_ulr to content_url`, for the first parameter whose warning names the one that is probably meant. */
const renamingIn = (lint: RequestRecord['lint']): string | undefined =>
  lint
    .map(({ parameter, message }) => {
      const near = /; the nearest is (\S+)$/.exec(message)?.[1];
      return parameter === null || near === undefined ? undefined : `rename ${parameter} to ${near}`;
    })
    .find((text) => text !== undefined);
