import { read } from '../wire/fields.ts';
import type { Params } from '../wire/fields.ts';
import { errorText } from '../shared/errors.ts';
import type { ControlContext, ControlRoute } from './control-route.ts';

/** Makes a control call, and writes it into the history of its world where it may change that. */
export async function runCall(row: ControlRoute, context: ControlContext, params: Params): Promise<unknown> {
  const run = () => row.run(context, read(row.form, params));
  if (row.isGlobal === true || row.method === 'GET' || row.changesWorld === false) return run();
  const { history, clock, scenarios } = context.world;
  const settings = history.stepSettings(clock.pace, scenarios.active);
  const [from, at] = [history.mark, clock.now()];
  const note = (error: string | null): void => {
    if (clock.isStopped) return; // the world was replaced
    const line = `${row.method} ${row.path}`;
    const timing = { from, at, to: history.mark, lasted: clock.now() - at, settings };
    history.control({ kind: 'control', line, input: params, ...timing, error });
  };
  try {
    const data = await run();
    note(null);
    return data;
  } catch (error) {
    note(errorText(error));
    throw error;
  }
}
