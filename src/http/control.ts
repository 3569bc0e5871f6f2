import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { calls } from '../control/calls.ts';
import { deskOf } from '../control/call.ts';
import type { Call, Desk } from '../control/call.ts';
import { Refusal } from '../domain/refusal.ts';
import { read } from '../wire/fields.ts';
import { reply } from '../wire/reply.ts';
import { namedWorld, originOf } from './addressed.ts';
import { closing } from './closing.ts';
import { controlGuard } from './control-guard.ts';
import { refusals } from './errors.ts';
import { documentOf, faceNames } from './openapi/documents.ts';
import { writeSuccess } from './reply.ts';
import { anyone, readParams, refuseUnknown, requestIdOf, writeRefusal } from './version.ts';
import type { Answer } from './route.ts';
import type { Surroundings } from './version.ts';

export interface Control
  extends Surroundings, Pick<Desk, 'worlds' | 'factory' | 'sentScenarios' | 'requests' | 'journalSpace' | 'about'> {
  /** The certificate that clients of HTTPS are to trust, in PEM. */
  readonly ca: string | undefined;
  /** Opens it to other machines. */
  readonly controlToken: string | undefined;
}

const startedAt = performance.now();

const all: readonly Call[] = Object.values(calls).flatMap((group) => Object.values(group) as unknown as Call[]);

/** The simulator's own face, under a prefix that no client of the service can want, for each world. */
export function controlRouter(control: Control): Router {
  const router = express.Router({ caseSensitive: true });
  router.get('/livez', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', (_req, res) => {
    // While it ends, nothing more is begun.
    if (control.worlds.default.clock.isStopped) throw new Refusal('unavailable', 'The simulator is ending');
    res.json({ status: 'ok' });
  });
  router.get('/openapi/:file', serveDocument(control));
  router.get('/ca.pem', (_req, res) => {
    if (control.ca === undefined) throw new Refusal('unknown_route', 'Not found: HTTPS is not on, see --https');
    res.type('application/x-pem-file').send(control.ca);
  });
  router.use(controlGuard(control.controlToken));
  for (const path of new Set(all.map((one) => one.path))) {
    router.all(
      path,
      answer(
        all.filter((one) => one.path === path),
        control,
      ),
    );
  }
  router.use(refuseUnknown);
  router.use(writeRefusal(refusals, control));
  return router;
}

function answer(rows: readonly Call[], control: Control): RequestHandler {
  return async (req, res) => {
    const row = rows.find(({ method }) => method === req.method || (method === 'GET' && req.method === 'HEAD'));
    if (row === undefined) throw wrongMethod(req, res, rows);
    const desk = deskFor(req, res, control);
    if (row.isGlobal === true && desk.hosted !== control.worlds.first) {
      throw new Refusal(
        'unknown_route',
        `Not found: this is a call of the simulator, at ${desk.url}/_faxsim${row.path}`,
      );
    }
    const params = await readParams(req, res, control);
    const data = await row.run(desk, read(row.form as Parameters<typeof read>[0], params, row.inPath));
    writeSuccess(res, answerOf(row, data), requestIdOf(req, res, { caller: anyone(res, control), params }));
  };
}

/** The OpenAPI document of a version, or of this surface; its address is where it is asked for. */
function serveDocument(control: Control): RequestHandler<{ file: string }> {
  return (req, res) => {
    const name = faceNames.find((face) => `${face}.json` === req.params.file);
    if (name === undefined) {
      const known = faceNames.map((face) => `${face}.json`).join(', ');
      throw new Refusal('unknown_route', `Not found: there are ${known}`);
    }
    const hosted = namedWorld(res) ?? control.worlds.first;
    const base = hosted.id === control.worlds.first.id ? '' : `/w/${hosted.id}`;
    const id = requestIdOf(req, res, { caller: anyone(res, control) });
    writeSuccess(res, { json: JSON.stringify(documentOf(name, base)) }, id);
  };
}

function answerOf({ produces }: Call, data: unknown): Answer {
  if (produces === undefined) return reply('ok', { data: JSON.stringify(data) });
  return { bytes: Buffer.from(String(data)), headers: { 'Content-Type': produces } };
}

function deskFor(req: Request, res: Response, control: Control): Desk {
  const { worlds, factory, findScenario, sentScenarios, requests, journalSpace, about } = control;
  const hosted = namedWorld(res) ?? worlds.first;
  const url = originOf(req);
  const uptimeMs = performance.now() - startedAt;
  return deskOf({
    ...{ worlds, factory, hosted, findScenario, sentScenarios, requests, journalSpace, about, uptimeMs, url },
    gone: closing(res),
  });
}

function wrongMethod(req: Request, res: Response, rows: readonly Call[]): Refusal {
  const allowed = rows.map(({ method }) => method).join(', ');
  res.setHeader('Allow', allowed);
  return new Refusal('wrong_method', `${req.method} is not possible here, only ${allowed}`);
}
