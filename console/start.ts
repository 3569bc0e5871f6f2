import { ask } from './api.ts';
import type { AnswerOf } from './api.ts';

/** The start of the simulator. */
export interface SimulatorStart {
  /** Real time in ms. */
  readonly at: number;
  /** The directory that keeps the default world from start to start; undefined without one. */
  readonly dataDirectory: string | undefined;
}

export async function readStart(signal?: AbortSignal): Promise<SimulatorStart> {
  const { uptime_ms: uptimeMs, settings } = await ask<AnswerOf<'server', 'info'>>('/info', { of: null, signal });
  const { data } = settings;
  return { at: Date.now() - uptimeMs, dataDirectory: typeof data === 'string' ? data : undefined };
}
