import type { Invocation } from './invocation.ts';
import { inContainer, networkFinding } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import { simulatorFindings } from './simulator-diagnosis.ts';
import { webhookFinding } from './webhook-diagnosis.ts';

/** Looks into what commonly stands between a program and its simulator. Exit code 1 when something is not well. */
export async function doctor({ words: [webhookUrl], options }: Invocation): Promise<number> {
  const isContained = inContainer();
  const findings = [
    ...(await simulatorFindings(options, isContained)),
    await networkFinding(isContained),
    ...(webhookUrl === undefined ? [] : [await webhookFinding(webhookUrl, { isContained, ...options })]),
  ];
  process.stdout.write(options.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findings.map(shown).join(''));
  return findings.every(({ isWell }) => isWell) ? 0 : 1;
}

function shown({ about, isWell, found, advice }: Diagnosis): string {
  return `${isWell ? 'ok' : '!!'}  ${about}: ${found}\n${advice === undefined ? '' : `    ${advice}\n`}`;
}
