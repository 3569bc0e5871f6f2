import type { OperationId } from '../../model/domain/operation.ts';
import type { PhaxCode } from '../../model/domain/phax-code.ts';
import { createPhaxCode, getDefaultPhaxCode, getPhaxCode, pictureOf } from '../../service/operations/phax-codes.ts';
import { emptySchema } from '../../wire/fields.ts';
import { messages } from '../../wire/messages.ts';
import { fileAnswer, recordAnswer } from '../../wire/reply.ts';
import * as phaxCodes from '../../wire/v2/account.ts';
import type { World } from '../../worlds/world.ts';
import type { MethodsAndPath, Route, Spec } from '../route.ts';
import { phaxioRoute } from './phaxio.ts';

const route = phaxioRoute(messages);

/** The PhaxCodes of v2 and v2.1. */
export const phaxCodeRoutes: readonly Route[] = [
  ...inEachFormat('POST /phax_codes', 'createPhaxCode', {
    schema: phaxCodes.createPhaxCodeSchema,
    perform: createPhaxCode,
    answer: recordAnswer(phaxCodes.writeNewPhaxCode),
  }),
  ...inEachFormat('GET /phax_codes/:identifier', 'getPhaxCode', {
    schema: phaxCodes.phaxCodeSchema,
    perform: getPhaxCode,
    answer: recordAnswer(phaxCodes.writePhaxCode),
  }),
  ...inEachFormat('GET /phax_code', 'getDefaultPhaxCode', {
    schema: emptySchema,
    perform: getDefaultPhaxCode,
    answer: recordAnswer(phaxCodes.writePhaxCode),
  }),
];

/**
 * The route itself, its path with `.json`, which answers the same, and its path with `.png`, which answers the picture.
 * Only the path decides: a parameter `type=png` is ignored. Source: recorded, and the suite of the Node client.
 */
function inEachFormat<I>(
  line: MethodsAndPath,
  operation: OperationId,
  spec: Omit<Spec<I, PhaxCode>, 'creates'>,
): Route[] {
  return [
    route(`${line}.png`, operation, {
      ...spec,
      perform: async (world, input, caller) => pictureOf(world, await spec.perform(world, input, caller)),
      answer: fileAnswer('image/png'),
    }),
    route(`${line}.json`, operation, spec),
    route(line, operation, spec),
  ];
}

/** The picture's path below a world's base URL, as v1's `createPhaxCode` returns it. The picture needs no credentials. */
export const pathOfPicture = (world: World, identifier: string): string =>
  `/w/${world.id}/phax_codes/${identifier}.png`;
