import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shellText } from '../sweep/report/find.ts';
import type { Find } from '../sweep/report/find.ts';
import { githubText } from '../sweep/report/github.ts';
import { htmlReport } from '../sweep/report/html.ts';
import { jsonReport } from '../sweep/report/json.ts';
import { junitReport } from '../sweep/report/junit.ts';
import { resultText } from '../sweep/report/text.ts';
import type { Shown } from '../sweep/report/text.ts';
import { scenarioText } from '../sweep/rule.ts';
import type { SweepResult } from '../sweep/sweep.ts';
import { showValue } from '../settings/kinds.ts';
import { keysOf } from '../shared/objects.ts';
import { rows } from './flags.ts';
import type { FlagName } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { sweepFlags } from './sweep-flags.ts';

/** Prints the result, and writes it and the scenarios of all finds into the directory of `--out`, which exists. */
export async function writeReports(result: SweepResult, finds: readonly Find[], invocation: Invocation): Promise<void> {
  const { out, json } = invocation.options;
  const scenarioFile = ({ result: { trial } }: Find): string => join(out, `${trial.name}.yaml`);
  const shown: Shown = { finds, scenarioFile, again: (find) => againText(find, scenarioFile(find), invocation) };
  const asJson = `${JSON.stringify(jsonReport(result, shown), undefined, 2)}\n`;
  await Promise.all([
    ...finds.map((find) => writeFile(scenarioFile(find), scenarioText(find.result.trial))),
    writeFile(join(out, 'report.json'), asJson),
    writeFile(join(out, 'report.html'), htmlReport(result, shown)),
    writeFile(join(out, 'junit.xml'), junitReport(result, finds)),
  ]);
  process.stdout.write(json ? asJson : resultText(result, shown));
  if (!json)
    process.stdout.write(
      `Reports: ${['report.html', 'report.json', 'junit.xml'].map((name) => join(out, name)).join(', ')}\n`,
    );
  if (!json && process.env['GITHUB_ACTIONS'] === 'true') process.stdout.write(githubText(finds));
}

/** `exec` runs in real time, so a sweep that skips waits shows the find again by another sweep. */
function againText({ result: { trial } }: Find, file: string, invocation: Invocation): string {
  const { words, options } = invocation;
  const name = trial.name.replace(/^sweep-\d+-/, '');
  const command = options.skipWaits
    ? ['sweep', ...settingWords(invocation), '--skip-waits', '--only', name]
    : ['exec', ...settingWords(invocation), '--scenarios', file.startsWith('/') ? file : `./${file}`];
  return shellText(['npx', 'faxsim', ...command, '--', ...words]);
}

/** The settings of the simulator that the command line has, as words again. */
function settingWords({ options, sources }: Invocation): string[] {
  const own: readonly FlagName[] = [...keysOf(sweepFlags), 'json'];
  const names = keysOf(rows).filter((name) => sources[name]?.startsWith('--') === true && !own.includes(name));
  return names.flatMap((name) => {
    const { flag, kind, placeholder } = rows[name];
    const value = String(showValue(kind, options[name]));
    return placeholder === undefined ? [`${flag}=${value}`] : [flag, value];
  });
}
