import { Steps } from '../../model/shared/steps.ts';
import { pictureOf, getPhaxCode } from '../../service/operations/phax-codes.ts';
import { namelessDownload } from '../../wire/reply.ts';
import type { ApiCall, Dependencies } from '../api-call.ts';
import { locateWorld, attributedCaller, worldOf, anyoneIn } from '../caller.ts';
import { assertHost } from '../host-header.ts';
import { unknownRoute } from '../match-route.ts';
import { requestIdOf } from '../request-id.ts';
import { recordRequest } from '../request-recorder.ts';
import { send, renderedAnswer } from '../response.ts';
import type { Pipeline } from '../run.ts';

const picturePath = /^\/phax_codes\/([^/]+)\.png\/?$/;

/** Whether a request is for the picture of a PhaxCode. */
export const isOfPicture = ({ path }: ApiCall): boolean => picturePath.test(path.replace(/^\/w\/[^/]+/i, ''));

/**
 * Serves the pictures of a world's PhaxCodes without credentials, because pages and letters show them. Evidence: only
 * refusals are recorded.
 */
export const picturePipeline: Pipeline<Dependencies> = {
  steps: Steps.begin<Dependencies, ApiCall>().also(locateWorld).also(assertHost).also(showPicture).also(send),
  refusalSteps: Steps.begin<Dependencies, ApiCall>().also(recordRequest).also(send),
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
