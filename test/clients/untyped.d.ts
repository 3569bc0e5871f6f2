// Neither client has types of its own.
declare module 'phaxio-official' {
  interface Answer {
    success: boolean;
    message: string;
    data: { id: number } & { id: number }[];
    paging: object;
  }
  type Call = (options?: unknown) => Promise<Answer>;
  export default class Phaxio {
    constructor(key: string, secret: string);
    faxes: { url: string } & Record<'listFaxes' | 'getInfo' | 'resend' | 'deleteFile' | 'testDelete', Call>;
    phoneNumber: { url: string } & Record<'listNumbers' | 'getNumberInfo', Call>;
  }
}

declare module 'phaxio' {
  type Done = (error: Error | null, body: unknown) => void;
  export default class Phaxio {
    constructor(key: string, secret: string);
    host: string;
    faxStatus(id: number, done: Done): void;
    numberList(options: object, done: Done): void;
  }
}
