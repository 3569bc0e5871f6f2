import type { AnswerOf, InputOf } from './surface.ts';

export type { HarInput } from '../har/traffic-files.ts';
export type { ExportInput } from '../worlds.ts';

/** A world: its id, base URL, API keys, clock and the sizes of its collections. */
export type World = AnswerOf<'worlds', 'show'>;
/** The parameters of a new world; missing parameters are as in the simulator's first world. */
export type WorldOrder = InputOf<'worlds', 'create'>;
/** The world clock: its time, its speed, and when the next step is due. */
export type ClockState = AnswerOf<'clock', 'show'>;
/** A move of the clock: its time afterwards, and the events that happened. */
export type ClockMove = AnswerOf<'clock', 'move'>;
/** A step of a fax, a port order or a webhook that is due. */
export type DueStep = AnswerOf<'clock', 'agenda'>[number];
/** A change of a record or of the clock. */
export type Change = AnswerOf<'clock', 'happened'>[number];
/** A request of the request journal, with its response. */
export type RequestRecord = AnswerOf<'requests', 'show'>;
/** A request as it came: headers, body, and the parts of a form. */
export type RawRequest = AnswerOf<'requests', 'raw'>;
/** Requests of the journal, with their number. */
export type RequestList = AnswerOf<'requests', 'list'>;
/** The journal and the webhooks of a world as a HAR file. */
export type HarExport = AnswerOf<'requests', 'export'>;
/** The numbers of requests and webhooks in a HAR file, and the parts that are left out. */
export type HarImport = AnswerOf<'requests', 'import'>;
/** The number of matching requests, and of requests that the journal dropped. */
export type RequestCount = AnswerOf<'requests', 'count'>;
/** The number of webhooks that match. */
export type WebhookCount = AnswerOf<'webhooks', 'count'>;
/** A number of faxes. */
export type FaxCount = AnswerOf<'faxes', 'count'>;
/** Whether requests are as expected, with a message and the nearest request. */
export type RequestVerdict = AnswerOf<'requests', 'verify'>;
/** The request that a wait has found, or null. */
export type AwaitedRequest = AnswerOf<'requests', 'wait'>;
/** Whether a rule fires, and why. */
export type RuleExplanation = AnswerOf<'scenarios', 'explain'>[number];
/** A fax with all its stored fields, as the calls that change it answer. */
export type StoredFax = AnswerOf<'faxes', 'change'>;
/** A fax with all its stored fields, and the pages that each recipient got. */
export type FaxRecord = AnswerOf<'faxes', 'show'>;
/** A created fax, and the rule of a scenario that it does not obey. */
export type CreatedFax = AnswerOf<'faxes', 'create'>;
/** Faxes, newest first, with their number. */
export type FaxList = AnswerOf<'faxes', 'list'>;
/** A fax in the form of v2.1, and as the faxes of v3, one for each recipient. */
export type FaxVersions = AnswerOf<'faxes', 'versions'>;
/** The text of each page of a fax. */
export type FaxText = AnswerOf<'faxes', 'text'>;
/** A step that a fax takes if nothing else happens to it. */
export type FaxStep = AnswerOf<'faxes', 'forecast'>[number];
/** The events of a fax, in order, and the next one. */
export type FaxHistory = AnswerOf<'faxes', 'history'>;
/** Whether a fax is as expected, with a message and its history. */
export type FaxVerdict = AnswerOf<'faxes', 'verify'>;
/** An error that a fax can fail with. */
export type FaxError = AnswerOf<'faxes', 'errors'>[number];
/** A received fax, or null if the call failed. */
export type ReceivedFax = AnswerOf<'simulate', 'receive'>;
/** A port order with all its stored fields. */
export type PortOrderRecord = AnswerOf<'simulate', 'stepPortOrder'>;
/** An object of JSON: a record by its stored fields, or parameters by their names. */
export type JsonObject = AnswerOf<'records', 'show'>;
/** A rule that is on, and how often it has fired. */
export type RuleReport = AnswerOf<'scenarios', 'list'>[number];
/** A scenario of the library, with its parameters and rules. */
export type LibraryScenario = AnswerOf<'scenarios', 'library'>[number];
/** The text of a scenario. */
export type ScenarioSource = AnswerOf<'scenarios', 'source'>;
/** The verdicts of all expectations, and the rules that have never fired. */
export type ScenarioVerdicts = AnswerOf<'scenarios', 'verdicts'>;
/** The verdict of one expectation. */
export type ExpectationVerdict = ScenarioVerdicts['verdicts'][number];
/** The faults and warnings of a scenario's text. */
export type ScenarioFindings = AnswerOf<'scenarios', 'lint'>;
/** A delivery of a webhook, with its attempts. */
export type WebhookRecord = AnswerOf<'webhooks', 'send'>;
/** An attempt of a webhook as it was sent: its headers and its body. */
export type RawWebhook = AnswerOf<'webhooks', 'raw'>;
/** Whether webhooks are as expected, with a message and the nearest webhook. */
export type WebhookVerdict = AnswerOf<'webhooks', 'verify'>;
/** Whether webhooks reach a URL, with advice if they do not. */
export type UrlCheck = AnswerOf<'webhooks', 'check'>;
/** The settings of an account. */
export type SettingsRecord = AnswerOf<'settings', 'show'>;
/** A setting, with its value, default and meaning. */
export type DescribedSetting = AnswerOf<'settings', 'describe'>[number];
/** The scenarios, settings and clock that a return to normal has changed. */
export type NormalAnswer = AnswerOf<'worlds', 'normal'>;
/** A snapshot of a world, by its name. */
export type Snapshot = AnswerOf<'snapshots', 'list'>[number];
/** The requests that a world can return to. */
export type HistorySteps = AnswerOf<'history', 'steps'>;
/** The loss of a rewind, before it is done. */
export type RewindPlan = AnswerOf<'history', 'step'>;
/** A world after its rewind. */
export type Rewind = AnswerOf<'history', 'rewind'>;
/** A session as one file, for `faxsim replay`. */
export type Bundle = AnswerOf<'history', 'bundle'>;
/** A world as one file. */
export type WorldExport = AnswerOf<'exchange', 'export'>;
/** A world as a fixture file, and the parts that such a file cannot keep. */
export type FixtureExport = AnswerOf<'exchange', 'exportFixture'>;
/** The events of a world, in order. */
export type ActivityPage = AnswerOf<'activity', 'list'>;
/** The numbers of faxes and webhooks in one part of a period. */
export type ActivityPart = AnswerOf<'activity', 'count'>[number];
/** The evidence for each operation, parameter and field. */
export type Coverage = AnswerOf<'evidence', 'coverage'>;
/** The simulator: its version, process, uptime and options. */
export type ServerInfo = AnswerOf<'server', 'info'>;
/** Long work, with its progress. */
export type LongWork = AnswerOf<'server', 'work'>[number];
/** The report of a sweep, or null if the reader already has it, and the time of its last change. */
export type SweepState = AnswerOf<'server', 'sweep'>;
/** The report of a comparison of two programs, or null if the reader already has it, and the time of its last change. */
export type ParityState = AnswerOf<'server', 'parity'>;
/** The response of a call that returns no data. */
export type Done = AnswerOf<'worlds', 'delete'>;
