/** What the service can do, named once for all versions. Routes, scenarios and journal speak of these, never of URLs. */
export const operationIds = [
  'listFaxes',
  'getFax',
  'resendFax',
  'deleteFax',
  'deleteFaxFile',
  'listPhoneNumbers',
  'getPhoneNumber',
  'listPortOrders',
  'createSendBlockingRule',
  'createReceiveBlockingRule',
  'getBlockingRule',
  'listBlockingRules',
  'deleteBlockingRule',
] as const;
export type OperationId = (typeof operationIds)[number];
