/** A page of the service's documentation by its title. Its address is left out: the service moves its pages. */
export interface DocPage {
  readonly title: string;
}

const fax = (title: string): DocPage => ({ title });
const reference = (operation: string): DocPage => fax(`Fax API reference, operation ${operation}`);

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
  numbers: { title: 'Numbers API reference' },
} as const satisfies Readonly<Record<string, DocPage>>;
