import { describe, expect, test } from '@jest/globals';
import { runsMax } from '../../../src/lab/parity/runs-max.ts';
import { findingsOf } from './compared-runs.ts';
import type { RecordedRuns } from './compared-runs.ts';
import { below, programFrom, runOf, shuffled, sourceOf } from './random-program.ts';
import type { RandomProgram, Source } from './random-program.ts';
import type { Sent } from './sides.ts';

const hasSameCount = ({ isCountByChance }: RandomProgram): boolean => !isCountByChance;

/** Changes the faxes of each run of the new program. */
type Mistake = (letters: readonly Sent[], program: RandomProgram) => readonly Sent[];

const seeds = Array.from({ length: Number(process.env['RANDOM_PROGRAMS'] ?? 25) }, (_none, seed) => seed + 1);

interface Recorded extends RecordedRuns {
  readonly program: RandomProgram;
}

/** As many runs of both programs as a comparison can need. */
function recordedOf(seed: number, mistake: Mistake = (letters) => letters): Recorded {
  const draw = sourceOf(seed);
  const program = programFrom(draw);
  const olds = Array.from({ length: runsMax.old }, () => runOf(program, draw));
  const news = Array.from({ length: runsMax.new }, () => mistake(runOf(program, draw), program));
  return { program, olds, news };
}

/** The faxes of the letter that the program has at a place, and the others. */
const firstAlike = (letters: readonly Sent[], { templates }: RandomProgram): number => {
  const [start] = templates[0].parts;
  return letters.findIndex(({ text }) => typeof start === 'string' && text.startsWith(start));
};

const changed = (letters: readonly Sent[], at: number, change: (letter: Sent) => readonly Sent[]): Sent[] =>
  letters.flatMap((letter, index) => (index === at ? change(letter) : [letter]));

interface Planted {
  readonly make: Mistake;
  /** False for programs whose chance hides the mistake, as the guide says. Default: all. */
  readonly isSeenIn?: (program: RandomProgram) => boolean;
}

const mistakes: Readonly<Record<string, Planted>> = {
  'another text': {
    make: (letters, program) =>
      changed(letters, firstAlike(letters, program), ({ to }) => [{ to, text: 'Second try of this fax' }]),
  },
  'another word': {
    make: (letters, program) =>
      changed(letters, firstAlike(letters, program), ({ to, text }) => [{ to, text: text.replace(/^\S+/, 'null') }]),
    isSeenIn: hasSameCount,
  },
  'the text of another letter': {
    make: (letters, program) => {
      const at = firstAlike(letters, program);
      const other = letters.find(
        ({ text }, index) => index !== at && text.split(' ', 1)[0] !== letters[at]?.text.split(' ', 1)[0],
      );
      return changed(letters, at, ({ to }) => [{ to, text: other?.text ?? '' }]);
    },
    isSeenIn: hasSameCount,
  },
  'a fax that is dropped': {
    make: (letters, program) => changed(letters, firstAlike(letters, program), () => []),
    isSeenIn: hasSameCount,
  },
  'a fax that is sent twice': {
    make: (letters, program) => changed(letters, firstAlike(letters, program), (letter) => [letter, letter]),
  },
  'a wrong number': {
    make: (letters, program) =>
      changed(letters, firstAlike(letters, program), ({ text }) => [{ to: '+13035550199', text }]),
    isSeenIn: ({ templates: [{ numbers }] }) => numbers.length === 1,
  },
};

const permuted = (recorded: Recorded, draw: Source): Recorded => ({
  ...recorded,
  olds: shuffled(
    draw,
    recorded.olds.map((letters) => shuffled(draw, letters)),
  ),
  news: recorded.news.map((letters) => shuffled(draw, letters)),
});

describe('programs with random data, order and numbers', () => {
  test('are not accused if the new one does the same', async () => {
    const accused = await Promise.all(
      seeds.map(async (seed) => {
        const findings = await findingsOf(recordedOf(seed));
        return findings.length === 0 ? [] : [{ seed, findings }];
      }),
    );
    expect(accused.flat()).toEqual([]);
  });

  test.each(Object.entries(mistakes))('have a finding for %s', async (_name, { make, isSeenIn = () => true }) => {
    const missed = await Promise.all(
      seeds.map(async (seed) => {
        const recorded = recordedOf(seed, make);
        return isSeenIn(recorded.program) && (await findingsOf(recorded)).length === 0 ? [seed] : [];
      }),
    );
    expect(missed.flat()).toEqual([]);
  });

  test('have the same findings for the same runs, whatever their order and that of their faxes', async () => {
    const draw = sourceOf(7);
    for (const seed of seeds.slice(0, 3)) {
      const recorded = recordedOf(seed, Object.values(mistakes)[below(draw, 6)]?.make);
      const first = (await findingsOf(recorded)).toSorted();
      for (let again = 0; again < 10; again++) {
        expect((await findingsOf(permuted(recorded, draw))).toSorted()).toEqual(first);
      }
    }
  });
});
