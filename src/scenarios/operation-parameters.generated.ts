// Made by `npm run docs` from src/http/faces: change it there.

/** The parameters that each operation takes, in whatever version. */
export const operationParameters: Readonly<Record<string, readonly string[]>> = {
  createToken: listed('grant_type'),
  listFaxes: listed(
    'createTime createTime< createTime> created_after created_before direction end format from fromCountry labels maxperpage number page pageSize per_page phone_number serviceId start status tag to toCountry',
  ),
  getFax: listed('id'),
  getFaxFile: listed('id thumbnail type'),
  deleteFaxFile: listed('id'),
  receiveFax: listed('direction file filename from_number to_number'),
  sendFax: listed(
    'batch batch_collision_avoidance batch_delay callback_url caller_id cancel_timeout content_url direction file filename header_text string_data string_data_type tag test_fail to',
  ),
  deleteFax: listed('files_only id'),
  cancelFax: listed('id'),
  resendFax: listed('callback_url id'),
  listPhoneNumbers: listed('area_code country_code number page per_page'),
  provisionNumber: listed('address_id area_code callback_url country_code'),
  getPhoneNumber: listed('number'),
  releaseNumber: listed('number'),
  createPhaxCode: listed('metadata redirect'),
  getPhaxCode: listed('identifier'),
  getDefaultPhaxCode: [],
  getAccountStatus: [],
  listCountries: listed('page per_page'),
  listAreaCodes: listed('country country_code is_toll_free page per_page state toll_free'),
  listAtas: listed('page per_page'),
  createAta: listed('description domain mac_address name'),
  getProvisioningUrls: listed('group'),
  getAta: listed('id with_credentials'),
  updateAta: listed('description id mac_address name'),
  deleteAta: listed('id'),
  regenerateAtaCredentials: listed('id'),
  addAtaNumber: listed('id number'),
  removeAtaNumber: listed('id number'),
  listPortOrders: listed('created_after created_before page per_page'),
  createPortOrder: listed(
    'account_identifier billing_address1 billing_address2 billing_city billing_number billing_state billing_zip contact_email contact_number esig has_bill legal_agreement name_of_business name_on_account port_numbers port_out_pin port_type provider_name',
  ),
  getPortOrder: listed('id'),
  getPortNumber: listed('id'),
  listPortNumberNotes: listed('id'),
  listBlockingRules: listed('page per_page'),
  createSendBlockingRule: listed('from to'),
  createReceiveBlockingRule: listed('from to'),
  getBlockingRule: listed('id'),
  deleteBlockingRule: listed('id'),
  fireBatch: listed('batchId batch_id id'),
  closeBatch: listed('batchId batch_id id'),
  attachPhaxCodeToPdf: listed('filename metadata page_number x y'),
  getHostedDocument: listed('metadata name'),
};

/** Names with spaces between them. */
function listed(names: string): readonly string[] {
  return names.split(' ');
}
