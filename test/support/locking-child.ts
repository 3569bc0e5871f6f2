import { readdirSync, writeSync } from 'node:fs';
import { openDataDirectory } from '../../src/store/data-directory.ts';

// Opens the data directory named by the first argument, prints what stands in it, and ends without closing it.

const [, , directory = ''] = process.argv;
await openDataDirectory(directory);
writeSync(1, `locked: ${readdirSync(directory).join()}\n`);
process.exit(3);
