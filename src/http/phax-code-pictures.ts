import type { RequestHandler } from 'express';
import { pictureOf } from '../operations/phax-code-files.ts';
import { getPhaxCode } from '../operations/phax-codes.ts';
import { namelessDownload } from '../wire/reply.ts';
import type { World } from '../worlds/world.ts';
import type { Worlds } from '../worlds/worlds.ts';
import { namedWorld } from './addressed.ts';
import { writeSuccess } from './reply.ts';
import { requestIdOf } from './version.ts';

/** Below the base URL of a world, which v1's `createPhaxCode` tells with it: the picture is there for anyone. */
export const picturePath = '/phax_codes/:identifier.png';

export const pathOfPicture = (world: World, identifier: string): string =>
  `/w/${world.id}${picturePath.replace(':identifier', identifier)}`;

/** Shows the pictures of a world's PhaxCodes without credentials, as in a page or a letter. */
export function phaxCodePictures(worlds: Worlds): RequestHandler<{ identifier: string }> {
  return async (req, res) => {
    const { world } = namedWorld(res) ?? worlds.first;
    const png = await pictureOf(world, getPhaxCode(world, req.params));
    writeSuccess(res, namelessDownload('image/png', png), requestIdOf(req, res, { caller: { world, isTest: false } }));
  };
}
