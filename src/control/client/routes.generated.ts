// Made by `npm run docs` from src/control/control-routes.ts: change it there.
import { ofSimulator, ofWorld } from './route-spec.ts';
import type { RouteSpec } from './route-spec.ts';

/** The calls of the control surface, by group and name. */
export const routes: Readonly<Record<string, Readonly<Record<string, RouteSpec>>>> = {
  server: {
    info: /* @__PURE__ */ ofSimulator(
      'GET /info',
      '',
      'Show the version, process, start time and options of this simulator, without secrets.',
    ),
    metrics: /* @__PURE__ */ ofSimulator(
      'GET /metrics',
      '',
      'Show the counters of this process in the text format of Prometheus.',
    ),
    sweep: /* @__PURE__ */ ofSimulator(
      'GET /sweep',
      'changed_at',
      'Show the report.json of the sweep in this directory, also of one that still runs.',
    ),
  },
  worlds: {
    list: /* @__PURE__ */ ofSimulator('GET /worlds', '', 'List all worlds of this process, the default one first.'),
    create: /* @__PURE__ */ ofSimulator(
      'POST /worlds',
      'id name fixture fixture_size seed start_time pace clock scenarios settings live test import',
      'Create a world with its own data, clock, scenarios, settings and API keys.',
    ),
    put: /* @__PURE__ */ ofSimulator(
      'PUT /worlds/:id',
      'id name fixture fixture_size seed start_time pace clock scenarios settings live test import',
      'Create a world with a chosen id. With the same parameters again, the world stays as it is.',
    ),
    delete: /* @__PURE__ */ ofSimulator(
      'DELETE /worlds/:id',
      'id',
      'Delete a world. The default world cannot be deleted.',
    ),
    show: /* @__PURE__ */ ofWorld(
      'GET /world',
      '',
      'Show this world: its base URL, its API keys, and the time of its clock.',
    ),
    fail: /* @__PURE__ */ ofWorld(
      'POST /failure',
      'message',
      'Note that a test of this world failed, with its message. The console lists such worlds first.',
    ),
    reset: /* @__PURE__ */ ofWorld('POST /reset', '', 'Return this world to its start. Its snapshots stay.'),
  },
  clock: {
    show: /* @__PURE__ */ ofWorld(
      'GET /clock',
      '',
      'Show the simulated clock: its time, its speed, and when the next event is due. During a move, also how far it came.',
    ),
    agenda: /* @__PURE__ */ ofWorld(
      'GET /clock/agenda',
      'limit',
      'List what is due next on the clock: the steps of faxes, port orders and webhooks, the earliest first.',
    ),
    happened: /* @__PURE__ */ ofWorld(
      'GET /clock/happened',
      'limit',
      'List the latest changes of faxes, webhooks, port orders and the clock, newest first. Recording begins with the first such call, or with the first follower of the events.',
    ),
    move: /* @__PURE__ */ ofWorld(
      'POST /clock',
      'advance set run_until_idle speed',
      'Advance the clock, set it, run it until no event is due, or change its speed (0 or manual freezes it). Lists the events of the move; stopped: it ended before its time.',
    ),
    stopMove: /* @__PURE__ */ ofWorld(
      'POST /clock/stop',
      '',
      'Stop the move of the clock that is under way, as far as it came. Its own call answers then; moving: null where there was none.',
    ),
  },
  requests: {
    list: /* @__PURE__ */ ofWorld(
      'GET /requests',
      'operation version method path status rule key fax params lint since after before limit',
      'List the recorded API requests, newest last: the latest, those after an id, or the latest before an id.',
    ),
    count: /* @__PURE__ */ ofWorld(
      'GET /requests/count',
      'operation version method path status rule key fax params lint since after',
      'Count the recorded requests that match.',
    ),
    unmatched: /* @__PURE__ */ ofWorld(
      'GET /requests/unmatched',
      'after before limit',
      'List requests without a route, or with a wrong method, each with the nearest route.',
    ),
    verify: /* @__PURE__ */ ofWorld(
      'POST /requests/verify',
      'operation version method path status rule key fax params lint since exactly at_least at_most none_after',
      'Check that the number of matching requests is as expected, and that none comes after a request or a time.',
    ),
    wait: /* @__PURE__ */ ofWorld(
      'POST /requests/wait',
      'operation version method path status rule key fax params lint since after timeout',
      'Wait, in real time, for a request that matches. Returns at once when there is one, and null when none comes in time.',
    ),
    clear: /* @__PURE__ */ ofWorld('DELETE /requests', '', 'Delete all recorded requests.'),
    show: /* @__PURE__ */ ofWorld('GET /requests/:id', 'id', 'Show one recorded request, by its id in the journal.'),
    raw: /* @__PURE__ */ ofWorld(
      'GET /requests/:id/raw',
      'id',
      'Show a recorded request as it came: its headers, the first 64 KB of its body, and the parts of a form.',
    ),
    part: /* @__PURE__ */ ofWorld(
      'GET /requests/:id/parts/:part',
      'id part',
      'Show the file in a part of a recorded request, counted from 1.',
    ),
    explain: /* @__PURE__ */ ofWorld(
      'GET /requests/:id/explain',
      'id',
      'Show which rule would fire now if a recorded request came again, and why the others would not. Counts stay as they are.',
    ),
  },
  faxes: {
    list: /* @__PURE__ */ ofWorld(
      'GET /faxes',
      'direction status number tags is_test error resent_from q since until limit offset',
      'List faxes, newest first. A search by text, error or key pair reads the newest 50,000 faxes that the other conditions leave.',
    ),
    forecast: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id/forecast',
      'id',
      'List the steps that a fax takes from now on if nothing else happens to it, with their times.',
    ),
    page: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id/pages/:page',
      'id page width transmitted',
      'Show a page of a fax as PNG, of at most the given width in pixels; with transmitted, below the line that the transmission of a sent fax adds.',
    ),
    file: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id/file',
      'id',
      'Show the document of a fax as PDF, without a request in the journal.',
    ),
    thumbnail: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id/thumbnail',
      'id size',
      'Show the thumbnail of a fax as JPEG, small or large, without a request in the journal.',
    ),
    text: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id/text',
      'id',
      'Show the text of each page of a fax; empty for a page that is a picture.',
    ),
    errors: /* @__PURE__ */ ofSimulator(
      'GET /fax_errors',
      'direction',
      'List the errors that a fax can fail with, by the ids that finish and receive take; of sent faxes by default.',
    ),
    create: /* @__PURE__ */ ofWorld(
      'POST /faxes',
      'id file direction status error created_at ago completed_at to from pages cost is_test file_state recipients tags caller_name callback_url header_text barcodes batch batch_delay cancel_at test_fail stuck',
      'Create a fax in any state. Missing fields follow from the given ones. An unfinished fax continues from there.',
    ),
    show: /* @__PURE__ */ ofWorld(
      'GET /faxes/:id',
      'id',
      'Show a fax with all its stored fields, also those that the API does not show.',
    ),
    change: /* @__PURE__ */ ofWorld(
      'PATCH /faxes/:id',
      'id direction status error created_at ago completed_at to from pages cost is_test file_state recipients tags caller_name callback_url header_text barcodes batch batch_delay cancel_at test_fail stuck',
      'Change a fax, and every field that follows from the change. No webhook is sent.',
    ),
    delete: /* @__PURE__ */ ofWorld('DELETE /faxes/:id', 'id', 'Delete a fax, live or test, finished or not.'),
  },
  simulate: {
    receive: /* @__PURE__ */ ofWorld(
      'POST /receive',
      'from to file pages caller_name error',
      'Receive a live fax from any number, with any file, as if a caller had sent it; or a call that fails.',
    ),
    finish: /* @__PURE__ */ ofWorld(
      'POST /faxes/:id/finish',
      'id status error',
      'Finish an unfinished fax now, with its webhook.',
    ),
    stepPortOrder: /* @__PURE__ */ ofWorld(
      'POST /port_orders/:id/step',
      'id status note',
      'Move a port order to a status that can follow its own, now. Its usual course continues from there.',
    ),
  },
  records: {
    list: /* @__PURE__ */ ofWorld(
      'GET /records/:collection',
      'collection limit offset',
      'List the records of a collection as stored, oldest first.',
    ),
    show: /* @__PURE__ */ ofWorld(
      'GET /records/:collection/:key',
      'collection key',
      'Show a record as stored, also the fields that the API does not show.',
    ),
    put: /* @__PURE__ */ ofWorld(
      'PUT /records/:collection/:key',
      'collection key',
      'Create a record, or replace the one with that key.',
    ),
    change: /* @__PURE__ */ ofWorld(
      'PATCH /records/:collection/:key',
      'collection key',
      'Change fields of a record. No other field, record or webhook follows.',
    ),
    delete: /* @__PURE__ */ ofWorld('DELETE /records/:collection/:key', 'collection key', 'Delete a record.'),
  },
  scenarios: {
    list: /* @__PURE__ */ ofWorld(
      'GET /scenarios',
      '',
      'List the rules of all active scenarios: how often each has fired, and warnings of rules that may never fire.',
    ),
    library: /* @__PURE__ */ ofWorld(
      'GET /scenarios/library',
      '',
      'List the scenarios that can be switched on by name, each with its parameters and rules.',
    ),
    source: /* @__PURE__ */ ofWorld(
      'GET /scenarios/source',
      'scenario',
      'Show the text of a scenario that is active or in the library, by its name with or without parameters.',
    ),
    verdicts: /* @__PURE__ */ ofWorld(
      'GET /scenarios/verdicts',
      '',
      'Show the verdict on each expectation, and the rules that never fired.',
    ),
    explain: /* @__PURE__ */ ofWorld(
      'GET /scenarios/explain',
      'operation scenario',
      'Show which rule would fire now for a call, fax, port order or webhook with these facts, and why the others would not. Counts stay as they are.',
    ),
    lint: /* @__PURE__ */ ofWorld(
      'POST /scenarios/lint',
      'source',
      'Check the source of a scenario (YAML or JSON): its faults, and rules that may never fire.',
    ),
    switch: /* @__PURE__ */ ofWorld(
      'POST /scenarios',
      'on off source',
      'Switch a library scenario on or off by name, or switch on the scenario in source (YAML or JSON), which may extend library scenarios. off goes first. The list that comes back has warnings of rules that may never fire.',
    ),
  },
  webhooks: {
    list: /* @__PURE__ */ ofWorld(
      'GET /webhooks',
      'fax event state after before limit',
      'List the delivery log, newest last: the latest thousand deliveries, those after an id, or the latest before an id.',
    ),
    count: /* @__PURE__ */ ofWorld(
      'GET /webhooks/count',
      'fax event state after',
      'Count the deliveries of the log that match.',
    ),
    wait: /* @__PURE__ */ ofWorld(
      'GET /webhooks/wait',
      'fax event state after timeout',
      'Wait, in real time, for the first matching delivery that is no longer pending. Null when none comes in time.',
    ),
    verify: /* @__PURE__ */ ofWorld(
      'POST /webhooks/verify',
      'event fax state url status attempts fields since exactly at_least at_most none_after',
      'Check that the number of matching deliveries is as expected, and that none comes after a delivery or a time.',
    ),
    send: /* @__PURE__ */ ofWorld(
      'POST /webhooks',
      'fax event url recipient page retry_count',
      'Deliver an event of a fax, whether or not it happened.',
    ),
    redeliver: /* @__PURE__ */ ofWorld(
      'POST /webhooks/:id/redeliver',
      'id url fields',
      'Deliver a past event again, with the fax as it is now. `fields` replace text fields of the message, or add some.',
    ),
    check: /* @__PURE__ */ ofWorld(
      'POST /webhooks/check',
      'url',
      'Check whether webhooks reach a URL: faxsim connects to it and sends nothing.',
    ),
  },
  settings: {
    show: /* @__PURE__ */ ofWorld(
      'GET /settings',
      '',
      "Show the settings of the world's account, and its balance in cents.",
    ),
    change: /* @__PURE__ */ ofWorld(
      'PATCH /settings',
      'file_storage balance_cents send_callback_url receive_callback_url webhook_version webhook_token inflight_webhooks fax_retries fax_retry_delay rate_limit traffic',
      'Change settings of the account, or its balance. Settings that are not given stay.',
    ),
  },
  snapshots: {
    list: /* @__PURE__ */ ofWorld('GET /snapshots', '', 'List the snapshots of this world.'),
    save: /* @__PURE__ */ ofWorld(
      'PUT /snapshots/:name',
      'name',
      'Save this world as a snapshot with this name. It stays until the simulator ends, also after a reset.',
    ),
    restore: /* @__PURE__ */ ofWorld(
      'POST /snapshots/:name/restore',
      'name',
      'Return this world to a snapshot: records, files, clock and scenarios.',
    ),
    delete: /* @__PURE__ */ ofWorld('DELETE /snapshots/:name', 'name', 'Delete a snapshot.'),
  },
  history: {
    steps: /* @__PURE__ */ ofWorld(
      'GET /steps',
      'limit after',
      'List the requests that this world can return to, oldest first. Older ones were dropped.',
    ),
    step: /* @__PURE__ */ ofWorld(
      'GET /steps/:request',
      'request',
      'Show what a rewind to before this request takes back: the requests, and how many records they changed.',
    ),
    rewind: /* @__PURE__ */ ofWorld(
      'POST /rewind',
      'request',
      'Return this world to before a request of its journal: records, clock, draws, scenarios with their counts, pending webhooks and journal. Requests that overlap are taken back together.',
    ),
    bundle: /* @__PURE__ */ ofWorld(
      'GET /bundle',
      '',
      'Bundle how this world began and all requests, control calls and webhooks since, without secrets, so that faxsim replay can repeat them.',
    ),
  },
  exchange: {
    export: /* @__PURE__ */ ofWorld(
      'GET /export',
      '',
      'Export this world as one document: records, files, clock, seed and active scenarios.',
    ),
    exportFixture: /* @__PURE__ */ ofWorld(
      'GET /export/fixture',
      '',
      'Export the records of this world as a fixture file in YAML, and say which parts it cannot keep.',
    ),
    import: /* @__PURE__ */ ofWorld(
      'POST /import',
      '',
      'Replace this world with an exported one, active scenarios included. A reset still returns it to its own start.',
    ),
  },
  evidence: {
    coverage: /* @__PURE__ */ ofSimulator(
      'GET /coverage',
      '',
      'Show the evidence for each operation, parameter, field and error of the real service, by version.',
    ),
  },
};
