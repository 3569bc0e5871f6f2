/** What the service can do, named once for all versions. Routes, scenarios and journal speak of these, never of URLs. */
export const operationIds = [
  'sendFax',
  'receiveFax',
  'listFaxes',
  'getFax',
  'cancelFax',
  'resendFax',
  'deleteFax',
  'getFaxFile',
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
