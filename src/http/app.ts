import express from 'express';
import type { Express, ErrorRequestHandler, Response } from 'express';
import type { SimulatorParts } from '../control/simulator-parts.ts';
import { ApiCall, pathOf } from './api-call.ts';
import { bodyReader } from './body.ts';
import { consoleUrlFor } from './console.ts';
import { controlRouter } from './control.ts';
import { dependenciesOf } from './dependencies.ts';
import { faultMessage } from './errors.ts';
import { isOfPicture, picturePipeline } from './faces/phax-code-picture.ts';
import { answer, apiPipeline } from './run.ts';
import { Refusal } from '../model/domain/refusal.ts';
import { failure } from '../wire/reply.ts';
import { withSingleSlashes } from '../model/shared/urls.ts';

/** The body of an import, which may be a world with many documents. */
const importBytesMax = 256 * 2 ** 20;

/** The paths of the control API, below the simulator's root or below a world. */
const controlPath = /^\/+(?:w\/+[^/]+\/+)?_faxsim(?=[/?]|$)/i;

/** The whole HTTP face. Every world is served at `/w/{id}`. At `/`, the API key decides the world. */
export function createApp(parts: SimulatorParts): Express {
  const { bodyBytesMax, trustedProxies } = parts;
  const deps = dependenciesOf(parts);
  const app = express();
  app.disable('x-powered-by');
  if (trustedProxies.length > 0) app.set('trust proxy', trustedProxies);
  app.set('query parser', false); // parameters are read with the body's, see params.ts
  const readBody = bodyReader({ bytesMax: Math.max(bodyBytesMax, importBytesMax) });
  app.use((req, res, next) => {
    if (controlPath.test(req.url)) {
      const path = pathOf(req.url);
      req.url = withSingleSlashes(path) + req.url.slice(path.length);
      next();
      return undefined;
    }
    const isOpened = req.method === 'GET' && req.headers.accept?.startsWith('text/html') === true;
    const page = isOpened ? consoleUrlFor(req.url) : undefined;
    if (page !== undefined) {
      res.redirect(302, page);
      return undefined;
    }
    const call = new ApiCall(req, res);
    const isPicture = call.path.includes('.png') && isOfPicture(call);
    return answer(call, isPicture ? picturePipeline : apiPipeline, deps);
  });
  app.use(controlPath, controlRouter({ ...deps, readBody }));
  app.use(lastResort(parts.onFault));
  return app;
}

/**
 * The last error handler: ends each request that the earlier handlers left unanswered, after any error. It avoids
 * everything that may have failed before: the journal, the forms of the versions, and the listener of faults.
 */
function lastResort(onFault: (fault: unknown) => void): ErrorRequestHandler {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express knows error handlers by their four parameters
  return (thrown: unknown, _req, res, _next) => {
    try {
      if (!(thrown instanceof Refusal)) onFault(thrown);
    } catch {
      // There is nothing left to report it to.
    } finally {
      end(res);
    }
  };
}

function end(res: Response): void {
  try {
    if (!res.headersSent) answerFault(res);
    else if (!res.writableEnded) res.destroy(); // a client must not take the sent part for the whole body
  } catch {
    res.destroy();
  }
}

/** An id in the form of request ids, fixed because the source of ids may have failed. */
const noId = '00000000-0000-4000-8000-000000000000';

function answerFault(res: Response): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name);
  const body = Buffer.from(failure(faultMessage));
  res.writeHead(500, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
    'X-Request-Id': noId,
  });
  res.end(body);
}
