/** Why a goal is not met, by the name of its row, from profiles of the main thread. The page shows only those of missed goals. */
export const reasons = {
  'published package':
    'Compressed, 1.57 MB is the WebAssembly of pdfium, 0.59 MB that of the reader of barcodes, and 0.70 MB the fonts: what draws and reads documents takes 2.86 MB by itself. The program takes 1.3 MB; short names inside it would save 0.12 MB, at the price of stack traces that no one can read.',
  'import and two starts in a program, against Express':
    'Most of the time is the import, which reads the whole simulator as one bundle with its code cache.',
  'GET one fax, v2.1, against Express':
    'From run to run this ratio differs by a tenth, since the load generator and the servers share two cores. Pages, which take longer, reach 4.1 to 5.3 in the same run.',
  'POST resend, against Express':
    "In the profile, 45 % is node's write to the socket, 17 % garbage collection and 19 % the operation: the new record, its plan and its place in four indexes. The other 19 % are node's parser, the journal and the reply. A bare node:http, which does only the parts of node, reaches 3.7 × Express.",
  'POST resend with --data, against Express':
    'A resend costs as much as one in memory, and then half as much again. In the profile, 20 % is garbage collection, 10 % the write to the log, and 7 % JSON with its checksum; each record becomes text twice, for the log and for its segment.',
  'POST fax with a PDF, against Express and multer':
    'The profile is flat: 17 % is the write to the socket, 13 % the commit, 11 % garbage collection, 9 % reading the form and 6 % the request id with a SHA-1 of the file. No function of faxsim has more than 3 %. By processor time the ratio is 1.4 with few faxes in the world; it falls with the records and files that stay in memory.',
  'GET one fax beside ten uploads and their conversion, 99th percentile':
    'On two cores the simulator, its document threads, the load generator and the reader take turns. A lower priority of the document threads brings 20 ms in place of 26 ms, but makes the first document after a start three times slower on a busy machine.',
  'GET one fax with 20 rules, against none':
    'All 20 rules are on the operation of the request, so that each compares its value. Rules on other operations cost a request nothing. On a quiet machine the ratio is 0.87.',
  'start from a directory with a million faxes':
    'In the profile, 24 % is the indexes, 22 % garbage collection, 14 % the checks of each record, 9 % JSON, and 11 % opening and reading 2,000 files.',
  'memory after the start':
    'Of it, 47 MB is the program of node, of which other processes share most. The rest is the compiled program, the demo world and young objects.',
  'memory after 100,000 requests':
    'Of it, 48 MB is the program of node, 34 MB the space for young objects, which node sizes itself, and 15 MB the program. The journal takes 7 MB. The rest is garbage that V8 has not collected yet.',
  'second start in a process':
    'Four fifths of the time is the demo world, which is generated for each simulator. A second simulator with an empty world takes 3 ms.',
};
