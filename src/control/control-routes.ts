import { activity } from './activity.ts';
import { trafficFiles } from './har/traffic-files.ts';
import { clock } from './clock.ts';
import { server } from './server.ts';
import { settings } from './settings.ts';
import { evidence } from './evidence.ts';
import { importExport } from './import-export.ts';
import { snapshots } from './snapshots.ts';
import { history } from './history.ts';
import { worlds } from './worlds.ts';
import { faxQueries } from './fax-queries.ts';
import { faxes, simulate } from './faxes.ts';
import { verifyFax } from './fax-verdict.ts';
import { records } from './records.ts';
import { requests } from './journal.ts';
import { scenarios } from './scenarios.ts';
import { services } from './services.ts';
import { webhooks } from './webhooks.ts';

// A path with a word must come before one with an id, and the list first.
const { list, ...otherRequests } = requests;

/** All control calls, grouped by subject. */
export const controlRoutes = {
  server,
  worlds,
  clock,
  requests: { list, ...trafficFiles, ...otherRequests },
  faxes: { ...faxQueries, verify: verifyFax, ...faxes },
  simulate,
  records,
  services,
  scenarios,
  webhooks,
  settings,
  snapshots,
  history,
  exchange: importExport,
  activity,
  evidence,
};
