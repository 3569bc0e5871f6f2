import type { WorldHandle } from '../control/client/connect.ts';
import { CliError } from '../model/shared/errors.ts';
import type { CommandCall } from './control-args.ts';

type FindLatest = (world: WorldHandle) => Promise<number | undefined>;

/** Finds the id of the latest record of each group of calls. */
const latest: Readonly<Record<string, FindLatest>> = {
  faxes: async ({ faxes }) => (await faxes.list({ limit: 1 })).faxes[0]?.id,
  requests: async ({ requests }) => (await requests.list({ limit: 1 })).requests.at(-1)?.id,
  webhooks: async ({ webhooks }) => (await webhooks.list({ limit: 1 })).at(-1)?.id,
};

/** The groups whose records the parameters name. */
const groupsOf = (group: string): Readonly<Record<string, string>> => ({
  fax: 'faxes',
  ...(Object.hasOwn(latest, group) && { id: group }),
});

/** The call with the id of the latest record in place of `last`. Throws a CliError if there is no record. */
export async function withLatestIds(world: WorldHandle, group: string, call: CommandCall): Promise<CommandCall> {
  const input = { ...call.input };
  for (const [name, kind] of Object.entries(groupsOf(group))) {
    if (input[name] !== 'last') continue;
    const id = await latest[kind]?.(world);
    if (id === undefined) throw new CliError(`there is no last one: this world has no ${kind}`, { exitCode: 1 });
    input[name] = id;
  }
  return { ...call, input };
}
