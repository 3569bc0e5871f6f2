import { apiVersions } from '../../domain/operation.ts';
import type { JsonSchema } from '../../wire/json-schema.ts';
import { refusals, v1Refusals } from '../errors.ts';
import { v1Routes } from '../routes/v1.ts';
import { v21Routes } from '../routes/v2-1.ts';
import { v2Routes } from '../routes/v2.ts';
import { controlRows, healthPaths } from './control-face.ts';
import { openApiDocument } from './document.ts';
import { abouts } from './documented.ts';
import type { Face } from './documented.ts';
import { eventsPath } from './events.ts';
import { parameterMeanings } from './meanings.ts';

const basic = ['basic'] as const;
const byParameters = ['apiKey', 'apiSecret'] as const;

export const faceNames = [...apiVersions, 'control'] as const;
export type FaceName = (typeof faceNames)[number];

/** All faces that have a document, by its name. */
export const faces = {
  v1: {
    title: 'Phaxio API v1, as faxsim has it',
    description: 'Operations by name. An operation that refuses a request answers with 200 and `success: false`.',
    version: '1',
    prefix: '/v1',
    rows: v1Routes,
    abouts,
    meanings: parameterMeanings,
    statuses: v1Refusals.statuses,
    security: [byParameters, basic],
  },
  v2: {
    title: 'Phaxio API v2, as faxsim has it',
    description: 'Resources by path.',
    version: '2',
    prefix: '/v2',
    rows: v2Routes(),
    abouts,
    meanings: parameterMeanings,
    statuses: refusals.statuses,
    security: [basic, byParameters],
  },
  'v2.1': {
    title: 'Phaxio API v2.1, as faxsim has it',
    description: 'Resources by path. Credentials as parameters are accepted too, unless `--strict-auth` is set.',
    version: '2.1',
    prefix: '/v2.1',
    rows: v21Routes,
    abouts,
    meanings: parameterMeanings,
    statuses: refusals.statuses,
    security: [basic],
  },
  control: {
    title: 'faxsim’s control API',
    description:
      'The control API of the simulator. Below `/w/{id}` a call acts on that world; a process without that world answers 421. Calls from other machines need the token of `--control-token` as Bearer token.',
    version: '1',
    prefix: '/_faxsim',
    rows: controlRows.map(({ row }) => row),
    extraPaths: { ...healthPaths, ...eventsPath },
    abouts: Object.fromEntries(controlRows.map(({ row, about }) => [row.operation, about])),
    meanings: {},
    statuses: refusals.statuses,
    refuses: ['unauthorized', 'forbidden', 'not_found'],
    security: [],
  },
} as const satisfies Record<FaceName, Face>;

/** The document of a face as JSON's values. */
export const documentOf = (name: FaceName, base: string): JsonSchema => openApiDocument(faces[name], base);
