import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import { describeExample } from '../../support/sweep-examples.ts';

describeExample(
  'an archive in Node',
  {
    folder: 'node-archive',
    command: ['node', '--test'],
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

/** The guide shows the output of this sweep. */
async function expectInGuide(stdout: string): Promise<void> {
  const guide = await readFile(new URL('../../../docs/sweep.md', import.meta.url), 'utf8');
  const [, sample = ''] = /^```text\n(A run without a fault.*?)^```$/ms.exec(guide) ?? [];
  const withoutTimes = (text: string): string => text.replace(/[\d.]+ s\b/g, 'N s');
  expect(withoutTimes(stdout)).toBe(withoutTimes(sample));
}
