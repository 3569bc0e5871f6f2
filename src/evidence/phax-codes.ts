import type { ByVersion } from './evidence.ts';
import { all, assumed, recorded, rubyV1, traffic2017, traffic2021, v2Reference } from './proof.ts';

const later = recorded('v2.1 traffic of 2021');

export const phaxCodeEvidence = {
  createPhaxCode: {
    v1: { call: rubyV1, message: assumed('that of v2'), parameters: all(rubyV1, 'metadata', 'redirect') },
    v2: { call: traffic2017, message: traffic2017, parameters: { metadata: traffic2017 } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { metadata: traffic2021 } },
  },
  getPhaxCode: {
    v2: { call: v2Reference, message: later, parameters: { identifier: v2Reference } },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: { identifier: traffic2021 } },
  },
  getDefaultPhaxCode: {
    v2: { call: v2Reference, message: later, parameters: {} },
    'v2.1': { call: traffic2021, message: traffic2021, parameters: {} },
  },
  attachPhaxCodeToPdf: {
    v1: { call: rubyV1, message: null, parameters: all(rubyV1, 'x', 'y', 'filename', 'metadata', 'page_number') },
  },
  getHostedDocument: { v1: { call: rubyV1, message: null, parameters: all(rubyV1, 'name', 'metadata') } },
} as const satisfies Record<string, ByVersion>;

export const phaxCodeRecords = {
  v1: { NewPhaxCode: { url: rubyV1 } },
  v2: { NewPhaxCode: { identifier: traffic2017 }, PhaxCode: all(v2Reference, 'identifier', 'created_at', 'metadata') },
  'v2.1': {
    NewPhaxCode: { identifier: traffic2021 },
    PhaxCode: all(traffic2021, 'identifier', 'created_at', 'metadata'),
  },
};
