import type { WorldHandle } from '../control/client/connect.ts';
import { routes } from '../control/client/routes.generated.ts';
import { writtenPhone } from '../model/numbering/phone-text.ts';
import { CliError } from '../model/shared/errors.ts';
import { namesInPath } from '../model/shared/urls.ts';
import type { CommandCall } from './control-args.ts';
import { describeCall } from './help.ts';

type FindLatest = (world: WorldHandle, filter: Readonly<Record<string, unknown>>) => Promise<number | undefined>;

/** Finds the id of the latest record of each group of calls that matches a filter. */
const latest: Readonly<Record<string, FindLatest>> = {
  faxes: async ({ faxes }, filter) => (await faxes.list({ ...filter, limit: 1 })).faxes[0]?.id,
  requests: async ({ requests }, filter) => (await requests.list({ ...filter, limit: 1 })).requests.at(-1)?.id,
  webhooks: async ({ webhooks }, filter) => (await webhooks.list({ ...filter, limit: 1 })).at(-1)?.id,
};

/**
 * The call with ids in place of words: that of the latest record for `last`, that of its only fax for a phone number. Parameters that
 * the call does not know select the record: `show last status=4xx`. Throws a CliError if there is no record.
 */
export async function withFoundIds(world: WorldHandle, group: string, call: CommandCall): Promise<CommandCall> {
  const { fax, id } = call.input;
  const input = { ...call.input, ...(fax !== undefined && { fax: await faxIdOf(world, fax) }) };
  if (group === 'faxes' && id !== 'last') {
    return { ...call, input: { ...input, ...(id !== undefined && { id: await faxIdOf(world, id) }) } };
  }
  if (id !== 'last' || !Object.hasOwn(latest, group)) return { ...call, input };
  const { own, filter } = parted(group, { ...call, input });
  return { ...call, input: { ...own, id: await latestId(world, group, filter) } };
}

/** The id of a fax that is named by `last`, or by a number that it alone went to or came from; other words are ids already. */
async function faxIdOf(world: WorldHandle, word: unknown): Promise<unknown> {
  if (word === 'last') return latestId(world, 'faxes');
  const number = typeof word === 'string' && /\D/.test(word) ? writtenPhone(word) : undefined;
  if (number === undefined) return word;
  const { faxes, total } = await world.faxes.list({ number, limit: shownIds });
  const [only] = faxes;
  if (only !== undefined && total === 1) return only.id;
  if (only === undefined) throw new CliError(`this world has no fax to or from ${number}`, { exitCode: 1 });
  const ids = faxes.map(({ id }) => id).join(', ');
  const rest = total > faxes.length ? ` and ${total - faxes.length} more` : '';
  throw new CliError(`${total} faxes are to or from ${number}: name one, the latest first: ${ids}${rest}`);
}

const shownIds = 5;

async function latestId(world: WorldHandle, kind: string, filter: Readonly<Record<string, unknown>> = {}) {
  const id = await latest[kind]?.(world, filter);
  if (id !== undefined) return id;
  const which = Object.keys(filter).length > 0 ? 'no such' : 'no';
  throw new CliError(`there is no last one: this world has ${which} ${kind}`, { exitCode: 1 });
}

/** The parameters that a call knows, and the others. */
function parted(group: string, { name: call, input }: CommandCall) {
  const route = routes[group]?.[call];
  const known = route === undefined ? ['id'] : [...namesInPath(route.path), ...describeCall(route).takes];
  const pairs = Object.entries(input);
  return {
    own: Object.fromEntries(pairs.filter(([name]) => known.includes(name))) as CommandCall['input'],
    filter: Object.fromEntries(pairs.filter(([name]) => !known.includes(name))),
  };
}
