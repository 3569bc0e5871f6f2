import express from 'express';
import type { Router } from 'express';

/** The simulator's own face, under a prefix that no client of the service can want. */
export function controlRouter(): Router {
  const router = express.Router();
  router.get('/livez', (_req, res) => {
    res.json({ status: 'ok' });
  });
  return router;
}
