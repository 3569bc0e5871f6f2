import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { workKinds, workUnits } from '../model/domain/long-work.ts';
import { apiVersions } from '../model/domain/operation.ts';
import { isPlainObject } from '../model/shared/objects.ts';
import type { Mapping } from '../model/shared/objects.ts';
import { anyValue, controlRoute, time, timeOf, timeOrNull } from './control-route.ts';
import { boolean, input, instant, maybe } from './fields.ts';
import { metricsText } from './metrics.ts';
import { againDirectory } from './simulator-parts.ts';

const runningWork = v.strictObject({
  id: v.number(),
  kind: v.picklist(workKinds),
  /** Id of the world; null for work of the whole simulator. */
  world: v.nullable(v.string()),
  unit: v.picklist(workUnits),
  done: v.number(),
  /** Null while it is unknown, as in a move that ends when nothing is due. */
  total: v.nullable(v.number()),
  /** Time that the clock has reached; null for other work. */
  world_time: v.nullable(time),
  /** Events of the move of a clock so far; null for other work. */
  events: v.nullable(v.number()),
  /** Real time. */
  since: time,
  age_ms: v.number(),
});

/** A report of the laboratory, and the time of its last change. */
const reportState = v.strictObject({
  changed_at: v.nullable(time),
  age_ms: v.nullable(v.number()),
  report: v.nullable(v.record(v.string(), anyValue)),
});

/** The control calls about the simulator itself. */
export const server = {
  info: controlRoute('GET /info', {
    summary:
      'Show the version, process, start time and options of this simulator, without secrets. disk_refusal is the reason why the disk of --data refuses writes now, so that faxes wait; null while it takes them.',
    isGlobal: true,
    answer: v.strictObject({
      name: v.literal('faxsim'),
      version: v.string(),
      process: v.string(),
      api_versions: v.array(v.string()),
      worlds: v.number(),
      uptime_ms: v.number(),
      disk_refusal: v.nullable(v.string()),
      settings: v.record(v.string(), anyValue),
    }),
    run: ({ worlds, about, uptimeMs }) => ({
      name: 'faxsim' as const,
      version: about.version,
      process: about.process,
      api_versions: [...apiVersions],
      worlds: worlds.all.length,
      uptime_ms: Math.round(uptimeMs),
      disk_refusal: worlds.first.diskRefusal ?? null,
      settings: { ...about.settings },
    }),
  }),
  metrics: controlRoute('GET /metrics', {
    summary: 'Show the counters of this process in the text format of Prometheus.',
    isGlobal: true,
    produces: 'text/plain; version=0.0.4; charset=utf-8',
    answer: v.string(),
    run: metricsText,
  }),
  work: controlRoute('GET /work', {
    summary:
      'List the long work that runs: moves of a clock, imports and a sweep, each with its progress. Events of the kind work mark its start and end.',
    isGlobal: true,
    answer: v.array(runningWork),
    run: ({ work }) =>
      work.running.map(({ since, ageMs, worldTime, events = null, ...rest }) => ({
        ...rest,
        world_time: timeOrNull(worldTime),
        events,
        since: timeOf(since),
        age_ms: Math.round(ageMs),
      })),
  }),
  sweep: controlRoute('GET /sweep', {
    summary:
      'Show the report.json of the sweep in this directory, even while the sweep still runs; with again=true that of its latest run with --only.',
    isGlobal: true,
    schema: input({ changed_at: maybe(instant), again: maybe(boolean) }),
    answer: reportState,
    run: ({ about: { sweep } }, { changed_at: known, again = false }) => {
      sweep.onRead?.();
      return reportIn(again ? join(sweep.directory, againDirectory) : sweep.directory, known);
    },
  }),
  parity: controlRoute('GET /parity', {
    summary: 'Show the report.json of the comparison of two programs in this directory.',
    isGlobal: true,
    schema: input({ changed_at: maybe(instant) }),
    answer: reportState,
    run: ({ about }, { changed_at: known }) => reportIn(about.parityDirectory, known),
  }),
};

/** The report, and the real time of its last change. Leaves out the report if the reader already has this version. */
async function reportIn(directory: string, known: number | undefined) {
  const path = join(directory, 'report.json');
  const changed = await stat(path).catch(() => undefined);
  if (changed === undefined) return { changed_at: null, age_ms: null, report: null };
  const at = Math.floor(changed.mtimeMs);
  const state = { changed_at: timeOf(at), age_ms: Math.max(0, Date.now() - at) };
  if (at === known) return { ...state, report: null };
  const text = await readFile(path, 'utf8').catch(() => '');
  return { ...state, report: mappingIn(text) };
}

function mappingIn(text: string): Mapping | null {
  try {
    const read: unknown = JSON.parse(text);
    return isPlainObject(read) ? read : null;
  } catch {
    return null; // another program's file
  }
}
