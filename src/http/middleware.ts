import type { Request, RequestHandler, Response } from 'express';

/** Runs an Express middleware as one step of our own; rejects with what it passes on as an error, or throws. */
export function run(middleware: RequestHandler, req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void middleware(req, res, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('A middleware failed', { cause: error }));
    });
  });
}
