import { clock } from './clock.ts';
import { evidence } from './evidence.ts';
import { scenarios } from './scenarios.ts';
import { settings } from './settings.ts';
import { snapshots } from './snapshots.ts';
import { webhooks } from './webhooks.ts';
import { worlds } from './worlds.ts';

/** The control surface, whole: a group for each thing, a call for each of what can be done with it. */
export const calls = { worlds, clock, scenarios, webhooks, settings, snapshots, evidence };
