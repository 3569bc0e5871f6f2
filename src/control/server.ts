import * as v from 'valibot';
import { webhookVersions } from '../domain/webhook.ts';
import { anything } from './responses.ts';
import { controlRoute } from './control-route.ts';
import { nothing } from './fields.ts';
import { metricsText } from './metrics.ts';

/** The simulator itself, and not one of its worlds. */
export const server = {
  info: controlRoute('GET /info', {
    summary: 'Show the version, process, start time and options of this simulator, without secrets.',
    isGlobal: true,
    form: nothing,
    answer: v.strictObject({
      name: v.literal('faxsim'),
      version: v.string(),
      process: v.string(),
      api_versions: v.array(v.string()),
      worlds: v.number(),
      uptime_ms: v.number(),
      settings: v.record(v.string(), anything),
    }),
    run: ({ worlds, about, uptimeMs }) => ({
      name: 'faxsim' as const,
      version: about.version,
      process: about.process,
      api_versions: [...webhookVersions],
      worlds: worlds.all.length,
      uptime_ms: Math.round(uptimeMs),
      settings: { ...about.settings },
    }),
  }),
  metrics: controlRoute('GET /metrics', {
    summary: 'Show the counters of this process in the text format of Prometheus.',
    isGlobal: true,
    produces: 'text/plain; version=0.0.4; charset=utf-8',
    form: nothing,
    answer: v.string(),
    run: metricsText,
  }),
};
