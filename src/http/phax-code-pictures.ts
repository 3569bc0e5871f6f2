import { pictureOf } from '../operations/phax-code-files.ts';
import { getPhaxCode } from '../operations/phax-codes.ts';
import { namelessDownload } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { ApiCall } from './api-call.ts';
import { anyoneIn, attributedCaller, locateWorld, requestIdOf, trackKeyedWorld, worldOf } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { unknownRoute } from './match-route.ts';
import { record } from './request-recorder.ts';
import { renderedAnswer, send } from './response.ts';
import type { Pipeline } from './run.ts';

/** The path below the base URL of a world, which v1's `createPhaxCode` returns: the picture needs no credentials. */
export const pathOfPicture = (world: World, identifier: string): string =>
  `/w/${world.id}/phax_codes/${identifier}.png`;

const picturePath = /^\/phax_codes\/([^/]+)\.png\/?$/;

/** Whether a request asks for such a picture. */
export const isOfPicture = ({ path }: ApiCall): boolean => picturePath.test(path.replace(/^\/w\/[^/]+/i, ''));

/** Shows the pictures of a world's PhaxCodes without credentials, as in a page or a letter. Only refusals are recorded. */
export const picturePipeline: Pipeline<Dependencies> = {
  steps: [locateWorld, trackKeyedWorld, showPicture, send],
  refusalSteps: [record, send],
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
