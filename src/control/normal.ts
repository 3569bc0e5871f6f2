import * as v from 'valibot';
import { snakeCase } from '../model/fields/names.ts';
import { accountSettingNames, fieldOf, settingOf } from '../model/settings/settings.ts';
import { moveClock } from '../worlds/waiting/clock-control.ts';
import type { World } from '../worlds/world.ts';

/**
 * The scenarios that were on, the settings that were changed, and whether the clock did not run in real time. `later_ms` is how much
 * later the clock stays than without moves; below 0 if it was frozen.
 */
export const normalAnswer = v.strictObject({
  scenarios: v.array(v.string()),
  settings: v.array(v.string()),
  clock: v.boolean(),
  later_ms: v.number(),
});

/** Ends what is unusual in a world. Its records, and the balance, which faxes change, stay. */
export async function backToNormal(world: World): Promise<v.InferInput<typeof normalAnswer>> {
  const isClockOff = world.clock.speed !== 1;
  if (isClockOff) world.clock.assertMovable();
  const scenarios = world.scenarios.active.map(({ scenario }) => scenario.name);
  for (const name of scenarios) world.scenarios.switchOff(name);
  const settings = await setBack(world);
  if (isClockOff) await moveClock(world, 1, () => Promise.resolve());
  return { scenarios, settings, clock: isClockOff, later_ms: world.clock.laterBy };
}

/** Gives changed settings their values of the start. Returns their names. */
async function setBack({ store, start }: World): Promise<string[]> {
  const changed = accountSettingNames.filter(
    (name) =>
      name !== 'balanceCents' &&
      JSON.stringify(settingOf(store.account, name)) !== JSON.stringify(settingOf(start.account, name)),
  );
  const before = Object.fromEntries(changed.map((name) => [fieldOf(name), settingOf(start.account, name)]));
  if (changed.length > 0) {
    await store.commit(() => {
      store.account = { ...store.account, ...before };
    });
  }
  return changed.map(snakeCase);
}
