import type { OperationId } from '../../model/domain/operation.ts';
import type { PhaxCode } from '../../model/domain/phax-code.ts';
import { createPhaxCode, getDefaultPhaxCode, getPhaxCode, pictureOf } from '../../service/operations/phax-codes.ts';
import { emptyForm } from '../../wire/fields.ts';
import { messages } from '../../wire/messages.ts';
import { fileAnswer, namelessDownload, recordAnswer } from '../../wire/reply.ts';
import * as phaxCodes from '../../wire/v2/account.ts';
import type { World } from '../../worlds/world.ts';
import type { ApiCall, Dependencies } from '../api-call.ts';
import { anyoneIn, attributedCaller, locateWorld, worldOf } from '../caller.ts';
import { assertHost } from '../host-header.ts';
import { requestIdOf } from '../request-id.ts';
import { record } from '../request-recorder.ts';
import { renderedAnswer, send } from '../response.ts';
import { unknownRoute } from '../match-route.ts';
import type { MethodsAndPath, Route, Spec } from '../route.ts';
import { Steps } from '../../model/shared/steps.ts';
import { phaxioRoute } from './phaxio.ts';
import type { Pipeline } from '../run.ts';

const route = phaxioRoute(messages);

/** The PhaxCodes of v2 and v2.1. */
export const phaxCodeRoutes: readonly Route[] = [
  ...inEachFormat('POST /phax_codes', 'createPhaxCode', {
    form: phaxCodes.createPhaxCodeForm,
    perform: createPhaxCode,
    answer: recordAnswer(phaxCodes.writeNewPhaxCode),
  }),
  ...inEachFormat('GET /phax_codes/:identifier', 'getPhaxCode', {
    form: phaxCodes.phaxCodeForm,
    perform: getPhaxCode,
    answer: recordAnswer(phaxCodes.writePhaxCode),
  }),
  ...inEachFormat('GET /phax_code', 'getDefaultPhaxCode', {
    form: emptyForm,
    perform: getDefaultPhaxCode,
    answer: recordAnswer(phaxCodes.writePhaxCode),
  }),
];

/**
 * The route itself, and its path with `.json`, which is the same, and with `.png`, which answers the picture. The
 * path alone decides: a parameter `type=png` is not looked at. Source: recorded, and the suite of the Node client.
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

/** The path below the base URL of a world, which v1's `createPhaxCode` returns: the picture needs no credentials. */
export const pathOfPicture = (world: World, identifier: string): string =>
  `/w/${world.id}/phax_codes/${identifier}.png`;

const picturePath = /^\/phax_codes\/([^/]+)\.png\/?$/;

/** Whether a request asks for such a picture. */
export const isOfPicture = ({ path }: ApiCall): boolean => picturePath.test(path.replace(/^\/w\/[^/]+/i, ''));

/**
 * Shows the pictures of a world's PhaxCodes without credentials, as in a page or a letter. Evidence: recorded for
 * refusals alone.
 */
export const picturePipeline: Pipeline<Dependencies> = {
  steps: Steps.begin<Dependencies, ApiCall>().also(locateWorld).also(assertHost).also(showPicture).also(send),
  refusalSteps: Steps.begin<Dependencies, ApiCall>().also(record).also(send),
  callerOf: attributedCaller,
};

async function showPicture(call: ApiCall, deps: Dependencies): Promise<void> {
  const world = worldOf(call, deps);
  const [, escaped = ''] = picturePath.exec(call.path) ?? [];
  const identifier = decodeURIComponent(escaped);
  if (call.method !== 'GET' && call.method !== 'HEAD') throw unknownRoute();
  const png = await pictureOf(world, getPhaxCode(world, { identifier }));
  call.rendered = renderedAnswer(namelessDownload('image/png', png), requestIdOf(call, anyoneIn(world)));
}
