import type { ByVersion } from './evidence.ts';
import { all, assumed, pageParameters, v21Reference } from './proof.ts';

const create: ByVersion = {
  'v2.1': { call: v21Reference, message: v21Reference, parameters: all(v21Reference, 'to', 'from') },
};

export const blockingRuleEvidence = {
  createSendBlockingRule: create,
  createReceiveBlockingRule: create,
  getBlockingRule: {
    'v2.1': { call: v21Reference, message: assumed('not documented'), parameters: { id: v21Reference } },
  },
  listBlockingRules: { 'v2.1': { call: v21Reference, message: v21Reference, parameters: pageParameters } },
  deleteBlockingRule: {
    'v2.1': {
      call: v21Reference,
      message: assumed('documented is only that it says so'),
      parameters: { id: v21Reference },
      refusals: {
        not_allowed: {
          status: assumed('documented is only that the field is_locked is there'),
          text: assumed('not seen'),
        },
      },
    },
  },
} as const satisfies Record<string, ByVersion>;

export const blockingRuleRecords = {
  'v2.1': {
    BlockingRule: all(v21Reference, 'id', 'to', 'from', 'direction', 'is_locked'),
    DeletedRecord: { id: v21Reference },
  },
};
