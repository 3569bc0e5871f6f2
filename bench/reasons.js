/** Why a goal is not met, by the name of its row, from profiles of the main thread. The page shows only those of missed goals. */
export const reasons = {
  'POST resend, against Express':
    'Of the time, 45 % is the write to the socket, 17 % garbage collection and 10 % other work of node. Only 28 % is work of faxsim: the new record with its plan, its place in four indexes, the journal and the reply. Without all of that, the goal would be met by a tenth.',
  'POST resend with --data, against Express':
    'A resend costs as much as one in memory, and then half as much again: JSON with a checksum for the log, a part of a write to the log, and the same record once more in its segment. A fifth of the time is garbage collection, since each record becomes text twice.',
  'POST fax with a PDF, against Express and multer':
    'The profile is flat: 16 % is the write to the socket, 11 % garbage collection, 9 % reading the form, 6 % the request id with a SHA-1 of the file, 3 % the SHA-256 of the file, 13 % the commit. The Express beside it reads the form and stores nothing else. A faster form reader alone would not reach the goal.',
  'GET one fax beside ten uploads and their conversion, 99th percentile':
    'On two cores the simulator, its document threads, the load generator and the reader take turns. A lower priority of the document threads brings 20 ms, but makes the first document after a start three times slower on a busy machine.',
  'GET one fax with 20 rules, against none':
    'A request that meets 20 rules on its operation compares 20 values and makes its parameters readable to rules. Rules on other operations cost nothing.',
  'start from a directory with a million faxes':
    'Of the time, 22 % is garbage collection, 24 % the indexes, 15 % checks of each record, 9 % JSON, and 20 % opening and reading 2,000 files. No request is answered before all is loaded: a page lists the newest records, totals count all of them, and an answer from a part would be wrong.',
  'memory after 100,000 requests':
    'Of it, 48 MB is the program of node, 34 MB the space for young objects, which node sizes itself, and 15 MB the program. The journal takes 7 MB. The rest is garbage that V8 has not collected yet.',
  'memory after the start':
    'Of it, 48 MB is the program of node, of which the system shares most with other processes. The rest is the compiled program, the demo world and 2 MB of objects that are not collected yet.',
  'second start in a process':
    'A quarter of the time is the demo world, which is generated for each simulator; the rest is the app with its routes and the server that listens.',
};
