/** A page of the service's documentation: its title, and where the documentation begins. */
export interface Page {
  readonly title: string;
  readonly url: string;
}

const fax = (title: string): Page => ({ title, url: 'https://developers.sinch.com/docs/fax/' });
const reference = (operation: string): Page => fax(`Fax API reference, operation ${operation}`);

/** The pages that a migration needs. */
export const pages = {
  migration: fax('Fax API, migration from v2 to v3'),
  authentication: fax('Fax API, authentication'),
  notifications: fax('Fax API, notifications'),
  errors: fax('Fax API, error messages'),
  services: reference('createService'),
  sendFax: reference('sendFax'),
  listFaxes: reference('getFaxes'),
  getFax: reference('getFaxInfoPerId'),
  getFile: reference('getFaxFilebyId'),
  deleteFile: reference('deleteFaxContentById'),
  numbers: { title: 'Numbers API reference', url: 'https://developers.sinch.com/docs/numbers/' },
} as const satisfies Readonly<Record<string, Page>>;
