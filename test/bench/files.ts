// The files of `src` that a request enters, by a coverage trace of V8. Run it with `npm run bench:files`. It exits with 1 where
// a request enters more files than its bound. It is no test: in a busy Jest worker the trace of a resend has had three more.
import { enteredFiles } from './entered-files.ts';

const mostFiles = { 'GET /v2.1/faxes/ID': 27, 'POST /v2.1/faxes/ID/resend': 42 };

const entered = await enteredFiles();
for (const [line, files] of Object.entries(entered)) {
  console.log(`${line}: ${files.length} files\n  ${files.join('\n  ')}`);
}
const isOver = (line: keyof typeof mostFiles): boolean => entered[line].length > mostFiles[line];
if (isOver('GET /v2.1/faxes/ID') || isOver('POST /v2.1/faxes/ID/resend')) process.exitCode = 1;
