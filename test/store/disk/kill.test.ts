import { expect, test } from '@jest/globals';
import { openDataDirectory } from '../../../src/store/disk/data-directory.ts';
import { runChild } from '../../support/child.ts';
import { aFax } from '../../support/contents.ts';
import { repeats } from '../../support/soak.ts';
import { temporaryDirectories } from '../../support/temporary-directory.ts';

const freshDirectory = temporaryDirectories();

/** Lets a process save until it has printed so many lines, and then some ms longer; kills it. Returns what it printed. */
async function saveUntilKilled(directory: string, lines: number, moreMs: number): Promise<string[]> {
  const child = runChild('saving-child.ts', directory);
  const printed: string[] = [];
  for await (const line of child.lines) {
    printed.push(line);
    if (printed.length === lines) {
      setTimeout(() => child.kill('SIGKILL'), moreMs);
    }
  }
  expect(await child.ended).toEqual({ code: null, signal: 'SIGKILL', stderr: '' });
  return printed;
}

test('a process that is killed loses nothing that it acknowledged, and its directory can be loaded', async () => {
  const directory = await freshDirectory();
  for (let round = 0; round < repeats(5, 12); round++) {
    const printed = await saveUntilKilled(directory, 10 + round * 7, round % 5);
    const acknowledged = printed.slice(2).map(Number);
    const highest = Math.max(...acknowledged);
    const data = await openDataDirectory(directory);
    const faxes = new Map(data.saved?.contents.faxes.map((fax) => [fax.id, fax]));
    expect(acknowledged.map((id) => faxes.get(id))).toEqual(acknowledged.map((id) => aFax(id)));
    expect(acknowledged.filter((id) => faxes.has(id - 1000))).toEqual([]);
    expect(data.saved?.contents.account.balanceCents).toBeGreaterThanOrEqual(highest);
    expect(data.saved?.contents.highestKeys?.faxes).toBeGreaterThanOrEqual(highest);
    await data.close();
  }
});

test.each([0, 2, 5, 9, 14])(
  'a process that is killed %d ms into the first creation leaves a new directory or a whole one',
  async (ms) => {
    const directory = await freshDirectory();
    await saveUntilKilled(directory, 1, ms);
    const data = await openDataDirectory(directory);
    if (data.saved !== undefined) expect(data.saved.contents.phoneNumbers).toHaveLength(1);
    await data.close();
    const printed = await saveUntilKilled(directory, 3, 0);
    expect(printed.slice(0, 2)).toEqual(['opened', 'ready']);
  },
);
