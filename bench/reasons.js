/** Reasons that several rows have. */
const single =
  'Of the 31 µs of a fax, 26 % is the write to the socket, 15 % the event loop, the parser and the kernel, 14 % node:http, 6 % garbage collection, 5 % hashes and 1 % the router of Express. faxsim itself has 31 %, its log 2 %, and no function has more than 4 %. From run to run, the share of node:http is 0.43 to 0.53.';
const page =
  'Of the 39 µs of a page of 17 KB, 29 % is the write to the socket, 13 % the event loop, the parser and the kernel, 13 % node:http and 5 % garbage collection. faxsim itself has 36 %: it finds the faxes of the page, compares their texts with those of the answer before, and records the request. Bare node:http does none of it.';

const resend =
  'In the profile, 16 % is the write to the socket, 13 % the event loop, the parser and the kernel, 9 % garbage collection and 9 % node:http. faxsim has half: the new record, its plan, its place in the timeline and in seven indexes, and its journal entry.';
const resendOnDisk =
  'A resend takes 55 µs in memory and 20 more with a disk: 4 for the JSON of its record, 2 for the text of the segments, 2 for their index, 1 for the write of the log, 2 of garbage collection; the rest is promises, and memory that the processor has no cache for.';
const sendPdf =
  'The profile is flat: 9 % is garbage collection, 12 % reading the form, 15 % the commit, 3 % hashes and 2 % the write to the socket. No function of faxsim has more than 3 %. In whole runs the ratio was 1.46 to 1.84, and in six starts with this load alone 1.65 to 1.92.';

/** Why a goal is not met, by the name of its row, from profiles of the main thread. The page shows only those of missed goals. */
export const reasons = {
  '30 days moved over 2,000 faxes with webhooks: the first move of a process':
    'Half of it is code that V8 has yet to compile, in 330 functions; a later move takes two thirds. Plain Node takes 0.34 s for as many posts at the first time, and 0.12 later. On Node 24, which the image has, the first move takes 0.85 s.',
  'GET one fax, v3, against v2.1':
    'In 21 rounds, one after the other, a fax of v3 took 1.03 of the time of one of v2.1, and 1.07 of its processor time. From run to run, the rates differ by more.',
  'one fax of many at random, against Express': single,
  'one fax of many at random, share of node:http': single,
  'one fax, the same URL, against Express': single,
  'GET one fax, v2.1, against node:http': single,
  'nine pages of 25 and a resend in turn, against Express': page,
  'page of 25, the same URL, against Express': page,
  ...Object.fromEntries(
    [
      'GET page of 25 of a month, v2.1',
      'GET page 20 of a year, v2.1',
      'GET page of 25 of a month, v2',
      'GET page of 25 of a month, v1',
    ].flatMap((name) => [
      [`${name}, against Express`, page],
      [`${name}, against node:http`, page],
    ]),
  ),
  'resend, against Express': resend,
  'resend with --data, against Express': resendOnDisk,
  'send with a PDF, against Express': sendPdf,
  'start to first response, against Express':
    'Of 130 ms, 62 are Node itself and 17 the demo world, which is generated at each start; the rest is the program with its code cache.',
  ...Object.fromEntries(
    ['one fax at random', 'page of 25', 'resend'].map((name) => [
      `${name} over 32 connections, at a million faxes against a thousand`,
      'A collection marks the heap of a million faxes for a second or two, on the two cores that the servers share with the load. Without one, the ratio is 1.1 to 1.2, and during one up to 1.7. Over nine rounds, that of a resend was 1.23 and 1.24; over three, up to 1.5.',
    ]),
  ),
  ...Object.fromEntries(
    [
      'resend',
      'resend with --data',
      'one fax of many at random',
      'one fax, the same URL',
      'nine pages of 25 and a resend in turn',
    ].map((name) => [
      `${name}, share of the log`,
      'From run to run, with three starts of each server, the share was between nothing and 0.13, once 0.19: two servers without a log differ by as much. Beside one another, in processor time, the log takes 2 to 8 %.',
    ]),
  ),
  'GET by status and direction, at a million faxes against a thousand':
    'In the runs before and after, it was 1.1; the cause of this figure was not found.',
  'first POST after a reset, at a million faxes':
    'It copies the lists of pieces and buckets that it shares with the first state of the world. In a run of five it took 1.7 to 3.6 ms.',
  'published package':
    'Compressed, 1.57 MB is the WebAssembly of pdfium, 0.59 MB that of the reader of barcodes, and 0.70 MB the fonts: what draws and reads documents takes 2.86 MB by itself. The program takes 1.3 MB; short names inside it would save 0.12 MB, at the price of stack traces that no one can read. A writer of barcodes in JavaScript would save 0.21 MB more, with other bars in the documents of the fixtures. The growth since 4.49 MB is all in use: 0.06 MB of the program and 0.04 MB of the console for v3, migration and parity, and 0.04 MB of OpenAPI documents and guides.',
  'import and two starts in a program, against Express':
    'Most of the time is the import, which reads the whole simulator as one bundle with its code cache.',
  'GET one fax, v2.1, against Express': single,
  'POST resend, against Express': resend,
  'POST resend with --data, against Express': resendOnDisk,
  'POST fax with a PDF, against Express and multer': sendPdf,
  'GET one fax beside ten uploads and their conversion, 99th percentile':
    'On two cores the simulator, its document threads, the load generator and the reader take turns. A lower priority of the document threads brings 20 ms in place of 26 ms, but makes the first document after a start three times slower on a busy machine.',
  'GET one fax with 20 rules, against none':
    'With rules for its operation, a request of 25 µs takes some 5 more, for its facts and the rules that may fire. Rules on other operations cost a request nothing. From run to run, the ratio is 0.75 to 0.87.',
  'start from a directory with a million faxes':
    'In the profile, a quarter is JSON, a fifth the indexes, 16 % garbage collection, and the rest reading and decoding 2,000 files.',
  'memory after the start':
    'Of it, 47 MB is the program of node, of which other processes share most. The rest is the compiled program, the demo world and young objects.',
  'memory after 100,000 requests':
    'Of it, 48 MB is the program of node, 34 MB the space for young objects, which node sizes itself, and 15 MB the program. The journal takes 7 MB. The rest is garbage that V8 has not collected yet.',
  'suite with faxsim for the run, in Vitest, against nock':
    'nock answers within the process of the test. With faxsim, each request and each world of a test crosses a socket to the process of the simulator, and Vitest begins a process for each file, in which the first request of each HTTP client loads its code.',
  'second start in a process':
    'The first start of a minute generates the demo world, in 15 ms; the others share its data and take 2 ms.',
};
