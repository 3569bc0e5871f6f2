import * as v from 'valibot';
import { isPlainObject } from '../shared/objects.ts';

/** Names that a `record` of valibot leaves out without a word. */
const droppedNames = ['__proto__', 'constructor', 'prototype'];

export const isDroppedName = (name: string): boolean => droppedNames.includes(name);

/** Whether a mapping has a name that no `record` of valibot keeps. */
export const hasDroppedName = (value: unknown): boolean =>
  isPlainObject(value) && droppedNames.some((name) => Object.hasOwn(value, name));

/** Refuses the names that a `record` of valibot drops: a condition or a header would be missing without a word. */
export const refuseDroppedNames = v.rawCheck<unknown>(({ dataset: { value }, addIssue }) => {
  if (!isPlainObject(value)) return;
  for (const key of droppedNames) {
    if (!Object.hasOwn(value, key)) continue;
    const path: [v.IssuePathItem] = [{ type: 'unknown', origin: 'key', input: value, key, value: value[key] }];
    addIssue({ message: 'cannot be a name here', path });
  }
});

/** Entries for a strict object, which looks names up in them: in a usual object it finds `constructor` too. */
export function ownEntries<E extends object>(entries: E): E {
  const own = Object.create(null) as object;
  return Object.assign(own, entries);
}
