// Made by `npm run docs` from src/control/calls.ts: change it there.
import type { Line } from './line.ts';

/** The calls of the control surface, by group and name. */
export const lines: Readonly<Record<string, Readonly<Record<string, Line>>>> = {
  worlds: {
    list: { method: 'GET', path: '/worlds', isGlobal: true, summary: 'All worlds, the default one first.', takes: [] },
    create: {
      method: 'POST',
      path: '/worlds',
      isGlobal: true,
      summary: 'Make a world of its own: with its data, clock, scenarios, settings and API keys.',
      takes: [
        'id',
        'name',
        'fixture',
        'fixture_size',
        'seed',
        'file_storage',
        'start_time',
        'clock',
        'pace',
        'scenarios',
        'settings',
        'live',
        'test',
      ],
    },
    delete: {
      method: 'DELETE',
      path: '/worlds/:id',
      isGlobal: true,
      summary: 'Delete a world. The default one stays.',
      takes: ['id'],
    },
    show: {
      method: 'GET',
      path: '/world',
      isGlobal: false,
      summary: 'This world: where it is, its API keys, and what its clock shows.',
      takes: [],
    },
    reset: {
      method: 'POST',
      path: '/reset',
      isGlobal: false,
      summary: 'Return this world to how it began, with nothing of what happened since.',
      takes: [],
    },
  },
  clock: {
    show: {
      method: 'GET',
      path: '/clock',
      isGlobal: false,
      summary: 'What the simulated clock shows, how fast it runs, and when something is due next.',
      takes: [],
    },
    move: {
      method: 'POST',
      path: '/clock',
      isGlobal: false,
      summary:
        'Advance the clock, set it, run until nothing is due, or change its pace (0 freezes it); tells all that happened.',
      takes: ['advance', 'set', 'run_until_idle', 'pace'],
    },
  },
  scenarios: {
    list: {
      method: 'GET',
      path: '/scenarios',
      isGlobal: false,
      summary: 'The rules of all scenarios that are on, and how often each has fired.',
      takes: [],
    },
    switch: {
      method: 'POST',
      path: '/scenarios',
      isGlobal: false,
      summary: 'Switch a scenario of the library on or off, by its name.',
      takes: ['on', 'off'],
    },
  },
  webhooks: {
    list: {
      method: 'GET',
      path: '/webhooks',
      isGlobal: false,
      summary: 'All that the application was told, or was to be told, newest last.',
      takes: ['fax', 'event', 'state', 'after'],
    },
  },
  settings: {
    show: {
      method: 'GET',
      path: '/settings',
      isGlobal: false,
      summary: "The settings of the world's account, and its balance in cents.",
      takes: [],
    },
    change: {
      method: 'PATCH',
      path: '/settings',
      isGlobal: false,
      summary: 'Change settings of the account, or its balance; what is not given stays.',
      takes: [
        'balance',
        'file_storage',
        'send_callback_url',
        'receive_callback_url',
        'webhook_version',
        'webhook_token',
        'inflight_webhooks',
        'fax_retries',
        'fax_retry_delay',
      ],
    },
  },
  snapshots: {
    list: { method: 'GET', path: '/snapshots', isGlobal: false, summary: 'What was saved of this world.', takes: [] },
    save: {
      method: 'PUT',
      path: '/snapshots/:name',
      isGlobal: false,
      summary: 'Save what this world is now, under a name, until the simulator ends.',
      takes: ['name'],
    },
    restore: {
      method: 'POST',
      path: '/snapshots/:name/restore',
      isGlobal: false,
      summary: 'Return this world to what was saved: records, files, clock and scenarios.',
      takes: ['name'],
    },
    delete: {
      method: 'DELETE',
      path: '/snapshots/:name',
      isGlobal: false,
      summary: 'Forget what was saved under a name.',
      takes: ['name'],
    },
  },
  evidence: {
    coverage: {
      method: 'GET',
      path: '/coverage',
      isGlobal: true,
      summary:
        'What is known of the real service, and how surely: operations, parameters, fields and refusals by version.',
      takes: [],
    },
  },
};
