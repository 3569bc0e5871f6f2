// Measures every goal of speed, memory and size, prints a table and writes docs/performance.md. Exits with 1 where a goal is
// missed by more than a tenth. `npm run bench -- start size` measures these groups only, and writes nothing.
import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { generator } from './load.js';
import { loads } from './rows-loads.js';
import { reads, surroundings, writes } from './rows-requests.js';
import { scale } from './rows-scale.js';
import { sizes } from './rows-size.js';
import { starts } from './rows-start.js';
import { suites } from './rows-suites.js';
import { root, stopAll } from './servers.js';
import { isMissed, page, rowText } from './table.js';

const groups = { suites, loads, size: sizes, start: starts, read: reads, write: writes, surroundings, scale };
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in groups));
if (unknown.length > 0) throw new Error(`groups are ${Object.keys(groups).join(', ')}, got ${unknown.join(', ')}`);

const rows = [];
try {
  for (const [name, measure] of Object.entries(groups)) {
    if (named.length > 0 && !named.includes(name)) continue;
    for (const row of await measure()) {
      rows.push(row);
      console.log(rowText(row));
    }
  }
} finally {
  await stopAll();
}

const machine = `${cpus().length} cores (${cpus()[0].model}), ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadavg()[0].toFixed(1)}`;
const about = { date: new Date().toISOString().slice(0, 10), machine, node: process.version, generator };
if (named.length === 0) writeFileSync(`${root}docs/performance.md`, page(rows, about));
process.exitCode = rows.some(isMissed) ? 1 : 0;
