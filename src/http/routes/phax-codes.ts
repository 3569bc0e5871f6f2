import type { PhaxCode } from '../../domain/phax-code.ts';
import { pictureOf } from '../../operations/phax-code-files.ts';
import { createPhaxCode, getDefaultPhaxCode, getPhaxCode } from '../../operations/phax-codes.ts';
import { messages } from '../../wire/messages.ts';
import { namelessDownload, recordAnswer } from '../../wire/reply.ts';
import { file } from '../../wire/shape.ts';
import * as phaxCodes from '../../wire/v2/phax-codes.ts';
import { route } from '../route.ts';
import type { Route, Spec } from '../route.ts';

/** The PhaxCodes of v2 and v2.1. */
export const phaxCodeRoutes: readonly Route[] = [
  ...inEachFormat('POST /phax_codes', {
    operation: 'createPhaxCode',
    form: phaxCodes.createPhaxCodeForm,
    run: createPhaxCode,
    ...recordAnswer(messages.createPhaxCode, phaxCodes.writeNewPhaxCode),
  }),
  ...inEachFormat('GET /phax_codes/:identifier', {
    operation: 'getPhaxCode',
    form: phaxCodes.phaxCodeForm,
    run: getPhaxCode,
    ...recordAnswer(messages.getPhaxCode, phaxCodes.writePhaxCode),
  }),
  ...inEachFormat('GET /phax_code', {
    operation: 'getDefaultPhaxCode',
    form: phaxCodes.defaultPhaxCodeForm,
    run: getDefaultPhaxCode,
    ...recordAnswer(messages.getPhaxCode, phaxCodes.writePhaxCode),
  }),
];

/**
 * The row itself, and its path with `.json`, which is the same, and with `.png`, which answers the picture. Only the path
 * says so: a parameter `type=png` is not looked at. Source: recorded, and the suite of the Node client.
 */
function inEachFormat<I>(line: `${string} /${string}`, spec: Spec<I, PhaxCode>): Route[] {
  return [
    route(`${line}.png`, {
      ...spec,
      shape: file('image/png'),
      run: async (world, input, caller) => pictureOf(world, await spec.run(world, input, caller)),
      reply: (png) => namelessDownload('image/png', png),
    }),
    route(`${line}.json`, spec),
    route(line, spec),
  ];
}
