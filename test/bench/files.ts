// The files of `src` that a request enters, by a coverage trace of V8. Run it with `npm run bench:files`.
import { enteredFiles } from '../support/entered-files.ts';

for (const [line, files] of Object.entries(await enteredFiles())) {
  console.log(`${line}: ${files.length} files\n  ${files.join('\n  ')}`);
}
