// Made by `npm run docs` from src/control/control-routes.ts: change it there.
import type { ControlRoute } from '../control-route.ts';

/** The parts of a control call that a client needs, without its code. */
export type RouteSpec = Pick<ControlRoute, 'method' | 'path' | 'isGlobal'>;

/** The calls of the control surface, by group and name. */
export const routes: Readonly<Record<string, Readonly<Record<string, RouteSpec>>>> = {
  server: {
    info: { method: 'GET', path: '/info', isGlobal: true },
    metrics: { method: 'GET', path: '/metrics', isGlobal: true },
    work: { method: 'GET', path: '/work', isGlobal: true },
    sweep: { method: 'GET', path: '/sweep', isGlobal: true },
    parity: { method: 'GET', path: '/parity', isGlobal: true },
  },
  worlds: {
    list: { method: 'GET', path: '/worlds', isGlobal: true },
    create: { method: 'POST', path: '/worlds', isGlobal: true },
    put: { method: 'PUT', path: '/worlds/:id', isGlobal: true },
    delete: { method: 'DELETE', path: '/worlds/:id', isGlobal: true },
    show: { method: 'GET', path: '/world' },
    fail: { method: 'POST', path: '/failure' },
    reset: { method: 'POST', path: '/reset' },
  },
  clock: {
    show: { method: 'GET', path: '/clock' },
    agenda: { method: 'GET', path: '/clock/agenda' },
    happened: { method: 'GET', path: '/clock/happened' },
    move: { method: 'POST', path: '/clock' },
    stopMove: { method: 'POST', path: '/clock/stop' },
  },
  requests: {
    list: { method: 'GET', path: '/requests' },
    count: { method: 'GET', path: '/requests/count' },
    unmatched: { method: 'GET', path: '/requests/unmatched' },
    verify: { method: 'POST', path: '/requests/verify' },
    wait: { method: 'POST', path: '/requests/wait' },
    clear: { method: 'DELETE', path: '/requests' },
    show: { method: 'GET', path: '/requests/:id' },
    raw: { method: 'GET', path: '/requests/:id/raw' },
    part: { method: 'GET', path: '/requests/:id/parts/:part' },
    explain: { method: 'GET', path: '/requests/:id/explain' },
  },
  faxes: {
    list: { method: 'GET', path: '/faxes' },
    forecast: { method: 'GET', path: '/faxes/:id/forecast' },
    history: { method: 'GET', path: '/faxes/:id/history' },
    page: { method: 'GET', path: '/faxes/:id/pages/:page' },
    file: { method: 'GET', path: '/faxes/:id/file' },
    thumbnail: { method: 'GET', path: '/faxes/:id/thumbnail' },
    text: { method: 'GET', path: '/faxes/:id/text' },
    versions: { method: 'GET', path: '/faxes/:id/versions' },
    errors: { method: 'GET', path: '/fax_errors', isGlobal: true },
    verify: { method: 'POST', path: '/faxes/verify' },
    create: { method: 'POST', path: '/faxes' },
    show: { method: 'GET', path: '/faxes/:id' },
    change: { method: 'PATCH', path: '/faxes/:id' },
    delete: { method: 'DELETE', path: '/faxes/:id' },
  },
  simulate: {
    receive: { method: 'POST', path: '/receive' },
    finish: { method: 'POST', path: '/faxes/:id/finish' },
    stepPortOrder: { method: 'POST', path: '/port_orders/:id/step' },
  },
  records: {
    list: { method: 'GET', path: '/records/:collection' },
    show: { method: 'GET', path: '/records/:collection/:key' },
    put: { method: 'PUT', path: '/records/:collection/:key' },
    change: { method: 'PATCH', path: '/records/:collection/:key' },
    delete: { method: 'DELETE', path: '/records/:collection/:key' },
  },
  services: { assign: { method: 'PUT', path: '/services/:service/numbers/:number' } },
  scenarios: {
    list: { method: 'GET', path: '/scenarios' },
    library: { method: 'GET', path: '/scenarios/library' },
    source: { method: 'GET', path: '/scenarios/source' },
    verdicts: { method: 'GET', path: '/scenarios/verdicts' },
    explain: { method: 'GET', path: '/scenarios/explain' },
    lint: { method: 'POST', path: '/scenarios/lint' },
    switch: { method: 'POST', path: '/scenarios' },
  },
  webhooks: {
    list: { method: 'GET', path: '/webhooks' },
    count: { method: 'GET', path: '/webhooks/count' },
    wait: { method: 'GET', path: '/webhooks/wait' },
    verify: { method: 'POST', path: '/webhooks/verify' },
    send: { method: 'POST', path: '/webhooks' },
    redeliver: { method: 'POST', path: '/webhooks/:id/redeliver' },
    check: { method: 'POST', path: '/webhooks/check' },
  },
  settings: {
    describe: { method: 'GET', path: '/settings/described' },
    show: { method: 'GET', path: '/settings' },
    change: { method: 'PATCH', path: '/settings' },
  },
  snapshots: {
    list: { method: 'GET', path: '/snapshots' },
    save: { method: 'PUT', path: '/snapshots/:name' },
    restore: { method: 'POST', path: '/snapshots/:name/restore' },
    delete: { method: 'DELETE', path: '/snapshots/:name' },
  },
  history: {
    steps: { method: 'GET', path: '/steps' },
    step: { method: 'GET', path: '/steps/:request' },
    rewind: { method: 'POST', path: '/rewind' },
    bundle: { method: 'GET', path: '/bundle' },
  },
  exchange: {
    export: { method: 'GET', path: '/export' },
    exportFixture: { method: 'GET', path: '/export/fixture' },
    import: { method: 'POST', path: '/import' },
  },
  activity: {
    list: { method: 'GET', path: '/activity/entries' },
    text: { method: 'GET', path: '/activity/text' },
    count: { method: 'GET', path: '/activity' },
  },
  evidence: { coverage: { method: 'GET', path: '/coverage', isGlobal: true } },
};
