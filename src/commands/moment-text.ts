import type { ReplayMoment } from '../bundles/moments.ts';

/** `control call POST /receive at 2026-01-01T00:00:00.000Z, after request 4`. `after` is null before the first request. */
export function momentText(moment: ReplayMoment, after: number | null): string {
  const place = after === null ? 'before the first request' : `after request ${after}`;
  return moment.step?.kind === 'request' ? nameOf(moment) : `${nameOf(moment)}, ${place}`;
}

function nameOf({ at, step }: ReplayMoment): string {
  if (step === undefined) return `clock move to ${at}`;
  if (step.kind === 'request') return `request ${step.id}, ${step.method} ${step.url} at ${step.at}`;
  return step.kind === 'control' ? `control call ${step.call} at ${at}` : `progress of ${step.name} at ${at}`;
}

/** A moment as JSON, with the fields that its kind has. */
export function momentData({ at, step }: ReplayMoment) {
  if (step === undefined) return { kind: 'clock', at };
  if (step.kind === 'control') return { kind: step.kind, at, call: step.call };
  if (step.kind === 'progress') return { kind: step.kind, at, name: step.name };
  const { kind, id, method, url } = step;
  return { kind, at: step.at, request: id, method, url };
}
