import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { describeExample } from '../../support/sweep-examples.ts';

const file = 'archive.test.mjs';

describeExample(
  'an archive in Node',
  {
    folder: 'node-archive',
    // As the one file of its process: `node --test` would start one more for each run.
    command: ['node', file],
    probe: ['node', '--version'],
    survived: ['garbage'],
    bugs: {
      'sends its last fax again after an answer was lost': [
        'send-fax-lost-answer',
        'send-fax-late-error',
        'send-fax-garbage',
        'send-fax-unanswered',
      ],
      'deletes a file that it could not download': [
        ...['unavailable', 'cut-off', 'garbage', 'reset', 'error', 'rate-limited', 'hang', 'down'].map(
          (fault) => `get-fax-file-${fault}`,
        ),
      ],
    },
  },
  expectInGuide,
);

/** The guide shows the output of this sweep, by the usual command. */
async function expectInGuide(stdout: string): Promise<void> {
  const guide = await readFile(new URL('../../../docs/sweep.md', import.meta.url), 'utf8');
  const [, sample = ''] = /^```text\n(A run without a fault.*?)^```$/ms.exec(guide) ?? [];
  const withoutTimes = (text: string): string => text.replace(/[\d.]+ (?:s|min)\b/g, 'N s');
  expect(withoutTimes(stdout.replaceAll(`node ${file}`, 'node --test'))).toBe(withoutTimes(sample));
}
