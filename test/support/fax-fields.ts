interface FieldStatement {
  /**
   * The places that know the field, beside its type, the store and the form of records in JSON:
   *
   * - later: records of older versions read with its default, and older bundles may lack it
   * - shown: the answers of the control API document it
   * - given: the control API and fixture files can state it
   * - entry, record: an export as a fixture keeps it, in words of the entry or below `record`
   * - searched: a search by text finds it
   * - resent: a resend takes it along
   * - equal: it tells two faxes apart for the draws of rules
   *
   * A missing word is a hole, or a place that has no use for the field. The options of v3 come and go with the whole.
   */
  readonly places?: string;
  /** The versions that show it in their answers; `csv` is the list of v3 as a file. */
  readonly answers?: string;
  /** The versions that show it in their webhooks. */
  readonly webhooks?: string;
  /** The versions whose send can give it. */
  readonly sends?: string;
}

/**
 * The fields of a fax, each with the places and versions that know it. A new field stands here too, so that a forgotten writer,
 * parameter, search or resend fails.
 */
export const faxFields: Readonly<Record<string, FieldStatement>> = {
  id: { places: 'shown entry searched', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  direction: { places: 'shown given entry equal', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  isTest: { places: 'shown given entry equal', answers: 'v1 v2 v2.1', webhooks: 'v1 v2 v2.1' },
  status: {
    places: 'shown given entry searched',
    answers: 'v1 v2 v2.1 v3 csv',
    webhooks: 'v1 v2 v2.1 v3',
    sends: 'v1 v2 v2.1',
  },
  createdAt: { places: 'shown given entry', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  completedAt: { places: 'shown given entry', answers: 'v1 v2 v2.1', webhooks: 'v1 v2 v2.1 v3' },
  pages: { places: 'shown given record', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  costCents: { places: 'shown given record', answers: 'v1 v2 v2.1 v3', webhooks: 'v1 v2 v2.1 v3' },
  documentPages: { places: 'shown entry resent' },
  file: { places: 'shown given entry resent', answers: 'v3 csv', webhooks: 'v3' },
  callerId: {
    places: 'shown given entry resent equal',
    answers: 'v1 v2 v2.1 v3 csv',
    webhooks: 'v1 v2 v2.1 v3',
    sends: 'v1 v2 v2.1 v3',
  },
  callerName: { places: 'shown given entry searched', answers: 'v2.1', webhooks: 'v2.1' },
  fromNumber: { places: 'shown entry searched equal', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  toNumber: { places: 'shown entry searched equal', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  recipients: {
    places: 'shown given entry searched equal',
    answers: 'v1 v2 v2.1 v3 csv',
    webhooks: 'v1 v2 v2.1 v3',
    sends: 'v1 v2 v2.1 v3',
  },
  'recipients.number': {
    places: 'shown given entry searched resent equal',
    answers: 'v1 v2 v2.1 v3 csv',
    webhooks: 'v1 v2 v2.1 v3',
    sends: 'v1 v2 v2.1 v3',
  },
  'recipients.status': { places: 'shown record', answers: 'v2 v2.1', webhooks: 'v2 v2.1', sends: 'v1 v2 v2.1' },
  'recipients.retryCount': { places: 'shown record', answers: 'v1 v2 v2.1 v3', webhooks: 'v1 v2 v2.1 v3' },
  'recipients.completedAt': { places: 'shown record', answers: 'v1 v2 v2.1 v3', webhooks: 'v1 v2 v2.1 v3' },
  'recipients.bitrate': { places: 'record', answers: 'v1 v2 v2.1', webhooks: 'v1 v2 v2.1' },
  'recipients.resolution': { places: 'record', answers: 'v1 v2 v2.1', webhooks: 'v1 v2 v2.1' },
  'recipients.error': { places: 'shown record searched', answers: 'v1 v2 v2.1 v3 csv', webhooks: 'v1 v2 v2.1 v3' },
  tags: {
    places: 'shown given entry searched resent equal',
    answers: 'v1 v2 v2.1 v3 csv',
    webhooks: 'v1 v2 v2.1 v3',
    sends: 'v1 v2 v2.1 v3',
  },
  error: { places: 'shown given record searched', answers: 'v1 v2 v2.1', webhooks: 'v1 v2 v2.1' },
  barcodes: { places: 'shown given record searched', answers: 'v2.1 v3', webhooks: 'v2.1 v3' },
  callbackUrl: {
    places: 'shown given entry searched resent',
    answers: 'v3 csv',
    webhooks: 'v3',
    sends: 'v1 v2 v2.1 v3',
  },
  headerText: {
    places: 'shown given entry searched resent equal',
    answers: 'v3 csv',
    webhooks: 'v3',
    sends: 'v1 v2 v2.1 v3',
  },
  sources: { places: 'resent equal', sends: 'v1 v2 v2.1 v3' },
  document: { places: 'entry resent equal' },
  options: { places: 'shown record resent', sends: 'v1 v2 v2.1 v3' },
  'options.testFail': { places: 'given record', sends: 'v1 v2 v2.1' },
  'options.batch': { places: 'shown given record searched', sends: 'v1 v2 v2.1' },
  'options.isBatchClosed': { places: 'shown record' },
  'options.avoidsCollisions': { places: 'record resent', sends: 'v1 v2 v2.1' },
  'options.cancelAt': { places: 'given record', sends: 'v1 v2 v2.1' },
  'options.script': { places: 'record' },
  'options.retries': { places: 'later record', answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.retryDelayMs': { places: 'later record', answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.contentUrls': { places: 'later record resent', answers: 'v3 csv', webhooks: 'v3', sends: 'v2 v2.1 v3' },
  'options.sinch': { places: 'later record', sends: 'v3' },
  'options.service': { places: 'later record', answers: 'v3 csv', webhooks: 'v3' },
  'options.webhookVersion': { places: 'later record resent' },
  resentFrom: { places: 'shown record' },
  due: { places: 'shown given record', sends: 'v1 v2 v2.1' },
  'options.sinch.service': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.callbackContentType': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.headerPageNumbers': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.headerTimeZone': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.imageConversion': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.resolution': { answers: 'v3 csv', webhooks: 'v3', sends: 'v3' },
  'options.sinch.coverPage': { answers: 'v3', webhooks: 'v3', sends: 'v3' },
  'options.sinch.coverPageData': { answers: 'v3', webhooks: 'v3', sends: 'v3' },
  'options.sinch.inProgressNotifications': { answers: 'v3', webhooks: 'v3', sends: 'v3' },
  'options.sinch.savesDocument': { sends: 'v3' },
  'options.sinch.position': {},
};
