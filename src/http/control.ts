import express from 'express';
import type { RequestHandler, Router } from 'express';
import { Refusal } from '../model/domain/refusal.ts';
import type { ApiCall, Dependencies } from './api-call.ts';
import { locateWorld } from './caller.ts';
import { controlHandler } from './control-handler.ts';
import { assertHost } from './host-header.ts';
import { renderedWith, send } from './response.ts';

/**
 * The simulator's own face in each world, under a prefix that no client of the service uses. The schemas of its calls
 * take 2 MB, so the first call loads them; the probes of an idle simulator do not.
 */
export function controlRouter(control: Dependencies): Router {
  const startedAt = performance.now();
  const router = express.Router({ caseSensitive: true });
  router.get('/livez', controlHandler(control, [locateWorld, assertHost, showState, send]));
  router.get('/readyz', controlHandler(control, [locateWorld, assertHost, assertReady, showState, send]));
  router.use(routerOfFirstRequest(async () => (await import('./control-calls.ts')).callsRouter(control, startedAt)));
  return router;
}

function showState(call: ApiCall): void {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  call.rendered = renderedWith(200, headers, { body: '{"status":"ok"}', isShown: true });
}

/** Refuses all calls while the simulator ends. */
function assertReady(_call: ApiCall, { worlds }: Dependencies): void {
  if (worlds.default.clock.isStopped) throw new Refusal('unavailable', 'The simulator is ending');
}

/** A router that the first request loads: a start does not wait for it. */
function routerOfFirstRequest(load: () => Promise<Router>): RequestHandler {
  let router: Router | undefined;
  let loading: Promise<Router> | undefined;
  return async (req, res, next) => {
    router ??= await (loading ??= load());
    router(req, res, next);
  };
}
