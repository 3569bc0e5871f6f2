import express from 'express';
import type { Express, RequestHandler, Router } from 'express';
import { Refusal } from '../domain/refusal.ts';
import type { Secrets } from '../worlds/secrets.ts';
import type { Worlds } from '../worlds/worlds.ts';
import type { Overrides } from '../evidence/overrides.ts';
import { use } from './addressed.ts';
import { authenticator, useKeyedWorld } from './auth.ts';
import { bodyReader } from './body.ts';
import { refusals, v1Refusals } from './errors.ts';
import { controlRouter } from './control.ts';
import type { Control } from './control.ts';
import { lastResort } from './last-resort.ts';
import { overridden } from './overridden.ts';
import { phaxCodePictures, picturePath } from './phax-code-pictures.ts';
import { v1Routes } from './routes/v1.ts';
import { v21Routes } from './routes/v2-1.ts';
import { v2Routes } from './routes/v2.ts';
import { nearestRoute } from './nearest-route.ts';
import { noteRefusal, refuseUnknown, versionRouter, writeRefusal } from './version.ts';
import type { Surroundings, Version } from './version.ts';

export interface AppOptions {
  readonly worlds: Worlds;
  readonly secrets: Secrets;
  /** v2.1 takes Basic authentication only, as the real one is believed to. */
  readonly strictAuth: boolean;
  readonly maxBodyBytes: number;
  readonly controlToken?: string | undefined;
  readonly onFault: (fault: unknown) => void;
  readonly factory: Control['factory'];
  readonly about: Control['about'];
  readonly requests: Control['requests'];
  readonly journalSpace: Control['journalSpace'];
  readonly ca?: string | undefined;
  readonly findScenario: Surroundings['findScenario'];
  readonly sentScenarios: Control['sentScenarios'];
  /** What is to be otherwise than assumed. */
  readonly overrides?: Overrides | undefined;
}

/** A world with many documents, as one. */
const largestImport = 256 * 2 ** 20;

/** The whole HTTP face. Every world is served at `/w/{id}`, and at `/` the one that the API key belongs to. */
export function createApp(options: AppOptions): Express {
  const { worlds, factory, ca, controlToken, about, strictAuth, maxBodyBytes, overrides = {}, ...rest } = options;
  const eitherWay = authenticator(worlds, { basicOnly: false });
  const nearest = nearestRoute({ 'v2.1': v21Routes, v2: v2Routes(), v1: v1Routes });
  const around = {
    readBody: bodyReader(maxBodyBytes, '--max-body'),
    defaultWorld: () => worlds.default,
    noting: { worlds, authenticate: eitherWay, nearest, requests: options.requests, secrets: options.secrets },
    overrides,
    ...rest,
  };
  const v21Auth = authenticator(worlds, { basicOnly: strictAuth });

  const versions = express.Router({ caseSensitive: true });
  versions.use(useKeyedWorld(worlds));
  versions.get(picturePath, phaxCodePictures(worlds));
  const serve = (version: Version) => {
    versions.use(
      `/${version.name}`,
      firstAsked(() => versionRouter(overridden(version, overrides), around)),
    );
  };
  serve({ name: 'v1', routes: v1Routes, authenticate: eitherWay, refusals: v1Refusals });
  serve({ name: 'v2', routes: v2Routes(), authenticate: eitherWay, refusals });
  serve({ name: 'v2.1', routes: v21Routes, authenticate: v21Auth, refusals });

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', false); // parameters are read with the body's, see version.ts
  const readBody = bodyReader(Math.max(maxBodyBytes, largestImport));
  const control = firstAsked(() => controlRouter({ ...around, readBody, worlds, factory, ca, about, controlToken }));
  app.use('/_faxsim', control);
  app.use('/w/:world', namedWorld(worlds));
  app.use('/w/:world/_faxsim', control);
  app.use('/w/:world', versions);
  app.use(versions);
  app.use(refuseUnknown);
  app.use(noteRefusal(null, around));
  app.use(writeRefusal(refusals, around));
  app.use(lastResort(options.onFault));
  return app;
}

/** A router that is made when it is first asked: a start does not wait for the versions that nobody may call. */
function firstAsked(make: () => Router): RequestHandler {
  let router: Router | undefined;
  return (req, res, next) => {
    router ??= make();
    router(req, res, next);
  };
}

function namedWorld(worlds: Worlds): RequestHandler<{ world: string }> {
  return (req, res, next) => {
    const hosted = worlds.get(req.params.world);
    if (hosted === undefined) throw new Refusal('unknown_route', `Not found: there is no world ${req.params.world}`);
    res.locals['hosted'] = hosted;
    use(hosted, res);
    next();
  };
}
