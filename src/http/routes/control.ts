import express from 'express';
import type { Request, Response, Router } from 'express';
import { Refusal } from '../../domain/refusal.ts';
import type { Happening } from '../../worlds/clock-control.ts';
import {
  clockBody,
  deliveryBody,
  happeningBody,
  listWebhooksForm,
  moveClockForm,
  switchScenarioForm,
} from '../../wire/control.ts';
import { read } from '../../wire/fields.ts';
import type { Params } from '../../wire/fields.ts';
import { reply } from '../../wire/reply.ts';
import type { World } from '../../worlds/world.ts';
import { readParams, refuseUnknown, requestIdOf, writeRefusal } from '../version.ts';
import type { Surroundings } from '../version.ts';
import { refusals } from '../errors.ts';
import { writeSuccess } from '../reply.ts';
import { findNamed } from '../asked-scenario.ts';

export interface Control extends Surroundings {
  /** Moves a world's clock, and tells all that happened meanwhile. */
  readonly moveClock: (world: World, move: (clock: World['clock']) => Promise<void>) => Promise<Happening[]>;
}

/** The simulator's own face, under a prefix that no client of the service can want. */
export function controlRouter(world: World, control: Control): Router {
  const router = express.Router();
  const answer = (work: (params: Params) => unknown) => async (req: Request, res: Response) => {
    const params = await readParams(req, res, control);
    const requestId = requestIdOf(req, res, { world, params });
    writeSuccess(res, reply('ok', { data: JSON.stringify(await work(params)) }), requestId);
  };
  router.get('/livez', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get(
    '/clock',
    answer(() => clockBody(world.clock)),
  );
  router.post(
    '/clock',
    answer(async (params) => {
      const { advance, limit, pace } = read(moveClockForm(world.clock.now()), params, []);
      if (pace !== undefined) world.clock.pace = pace;
      const happened = await control.moveClock(world, async (clock) => {
        if (advance !== undefined) await clock.advance(advance);
        if (limit !== undefined) await clock.runUntilIdle(limit);
      });
      return { ...clockBody(world.clock), happened: happened.map(happeningBody) };
    }),
  );
  router.get(
    '/webhooks',
    answer((params) => world.deliveries.list(read(listWebhooksForm, params, [])).map(deliveryBody)),
  );
  router.get(
    '/scenarios',
    answer(() => world.scenarios.report()),
  );
  router.get(
    '/scenarios/verdicts',
    answer(() => {
      const { verdicts, neverFired } = world.scenarios.verdicts();
      return { verdicts, never_fired: neverFired };
    }),
  );
  router.post(
    '/scenarios',
    answer(async (params) => {
      const { on, off } = read(switchScenarioForm, params, []);
      const scenario = on === undefined ? undefined : await findNamed(on, control.findScenario);
      if (off !== undefined && !world.scenarios.switchOff(off)) throw new Refusal('invalid', `${off} is not on`);
      if (scenario !== undefined) world.scenarios.switchOn(scenario);
      return world.scenarios.report();
    }),
  );
  router.use(refuseUnknown);
  router.use(writeRefusal(refusals, control));
  return router;
}
