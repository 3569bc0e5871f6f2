import type { RefusalKind } from '../domain/refusal.ts';
import type { ApiVersion, RefusalEvidence } from './evidence.ts';
import { assumed, client, recorded, thirdParty } from './proof.ts';

const text = assumed('no text of this status was ever recorded');
const http = assumed('the status that HTTP has for the case; none recorded');
const clients = client('Ruby, PHP, Java and .NET clients');
const own = assumed('the simulator’s own');

/** The evidence for each kind of refusal in v2 and v2.1. */
const later: Readonly<Record<RefusalKind, RefusalEvidence>> = {
  malformed: { status: http, text },
  unauthorized: { status: clients, text },
  forbidden: { status: own, text: own },
  not_found: { status: clients, text: assumed('that of an unknown route, the only one recorded') },
  file_missing: {
    status: assumed('404 is likely: the PHP client knows it of v1'),
    text: assumed('the text of fax error 113, the only one known to say this'),
  },
  unknown_route: { status: recorded('a 404 of June 2021'), text: recorded('a 404 of June 2021') },
  misdirected: { status: own, text: own },
  wrong_method: { status: http, text },
  timed_out: { status: http, text },
  too_large: { status: http, text },
  unsupported_media_type: { status: http, text },
  invalid: { status: clients, text },
  not_allowed: { status: clients, text },
  rate_limited: { status: clients, text },
  unavailable: { status: client('Ruby client: 503, at times without a body'), text },
  storage_failed: { status: own, text: own },
  fault: { status: own, text: own },
};

const successFalse = client('v1 clients look at success alone');

export const refusalEvidence: Readonly<Record<ApiVersion, Readonly<Record<RefusalKind, RefusalEvidence>>>> = {
  v1: {
    ...later,
    unauthorized: { status: thirdParty('pyphaxio maps a 401 of v1'), text },
    not_found: { status: thirdParty('a captured answer'), text: thirdParty('a captured answer to faxStatus') },
    file_missing: { ...later.file_missing, status: client('PHP client 1.0 knows a 404 of faxFile') },
    invalid: { status: successFalse, text },
    not_allowed: { status: successFalse, text },
  },
  v2: later,
  'v2.1': later,
};
