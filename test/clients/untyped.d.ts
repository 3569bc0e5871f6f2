// Neither client has types of its own.
declare module 'phaxio-official' {
  interface Answer {
    success: boolean;
    message: string;
    data: { id: number; identifier: string } & { id: number }[];
    paging: object;
  }
  type Call = (options?: unknown) => Promise<Answer>;
  interface Fax {
    id: number;
    getInfo(): Promise<Answer>;
    cancel(): Promise<Answer>;
    resend(): Promise<Answer>;
    getFile(thumbnail?: 's' | 'l'): Promise<Buffer>;
    deleteFile(): Promise<Answer>;
    testDelete(): Promise<Answer>;
  }
  export default class Phaxio {
    constructor(key: string, secret: string);
    faxes: { url: string } & Record<
      'listFaxes' | 'getInfo' | 'resend' | 'cancel' | 'deleteFile' | 'testDelete' | 'testReceive',
      Call
    > & { create(options: object): Promise<Fax> };
    phaxCode: { url: string } & Record<'create' | 'get', Call>;
    phoneNumber: { url: string } & Record<'listNumbers' | 'getNumberInfo' | 'provisionNumber' | 'releaseNumber', Call>;
    public: { url: string } & Record<'getCountries' | 'getAreaCodes', Call>;
    account: { url: string } & Record<'status', Call>;
  }
}

declare module 'phaxio' {
  type Done = (error: Error | null, body: unknown) => void;
  export default class Phaxio {
    constructor(key: string, secret: string);
    host: string;
    sendFax(options: object, done: Done): void;
    cancelFax(id: number, done: Done): void;
    faxFile(options: object, done: Done): void;
    faxStatus(id: number, done: Done): void;
    createPhaxCode(options: object, done: Done): void;
    attachPhaxCodeToPdf(options: object, done: Done): void;
    getHostedDocument(options: object, done: Done): void;
    numberList(options: object, done: Done): void;
    provisionNumber(options: object, done: Done): void;
    releaseNumber(number: string, done: Done): void;
    areaCodes(options: object, done: Done): void;
    accountStatus(done: Done): void;
  }
}
