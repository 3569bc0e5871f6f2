import { stringify } from 'yaml';
import { kebabCase } from '../shared/words.ts';
import { omitUndefined } from '../shared/objects.ts';
import type { Fault } from './faults.ts';
import { scenarioPrefix } from './observation.ts';
import { nameOf } from './point.ts';
import type { Point } from './point.ts';

/** One planned run: a fault at a point. */
export interface Trial {
  readonly point: Point;
  readonly fault: Fault;
  /** The name of its scenario. */
  readonly name: string;
}

/** The scenario of a trial, with its one rule, as a file. */
export function scenarioText({ point, fault, name }: Trial): string {
  const expected = fault.expect?.(point);
  const { after, times } =
    fault.lasts === true ? { after: point.nth - 1, times: undefined } : { after: point.nth - 1, times: 1 };
  const rule = omitUndefined({
    id: fault.id,
    on: point.on,
    where: Object.keys(point.where).length === 0 ? undefined : point.where,
    after: after === 0 ? undefined : after,
    times,
    do: fault.do,
    expect: expected,
  });
  return stringify({ name, description: `${nameOf(point)}: ${fault.says}.`, rules: [rule] }, { lineWidth: 0 });
}

/** `sweep-03-send-fax-lost-answer`, which also names its files. */
export function scenarioName(index: number, point: Point, fault: Fault): string {
  return `${scenarioPrefix}${String(index).padStart(3, '0')}-${kebabCase(point.on)}-${fault.id}`;
}
