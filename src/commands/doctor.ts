import { CliError } from '../cli-error.ts';
import type { Invocation } from './invocation.ts';
import { addressPolicy } from '../network/address-policy.ts';
import { inContainer } from '../network/container.ts';
import { nameLookup } from '../network/name-lookup.ts';
import { checkUrl } from '../network/url-check.ts';
import { networkFinding } from './diagnosis.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { FlagValues } from './flags.ts';
import { simulatorFindings } from './simulator-diagnosis.ts';

/** Checks the usual obstacles between a program and its simulator. Exit code 1 for a problem. */
export async function doctor({ words: [webhookUrl], options }: Invocation): Promise<number> {
  if (webhookUrl !== undefined && !isHttpUrl(webhookUrl)) {
    throw new CliError(`doctor: WEBHOOK-URL must be an http or https URL, got ${JSON.stringify(webhookUrl)}`);
  }
  const isInContainer = inContainer();
  const findings = [
    ...(await simulatorFindings(options, isInContainer)),
    await networkFinding(isInContainer),
    ...(webhookUrl === undefined ? [] : [await webhookFinding(webhookUrl, isInContainer, options)]),
  ];
  process.stdout.write(
    options.json ? `${JSON.stringify(findings, undefined, 2)}\n` : findings.map(showDiagnosis).join(''),
  );
  return findings.every(({ isWell }) => isWell) ? 0 : 1;
}

const isHttpUrl = (text: string): boolean => /^https?:\/\/./i.test(text) && URL.canParse(text);

async function webhookFinding(url: string, isInContainer: boolean, { allowHosts }: FlagValues): Promise<Diagnosis> {
  const ways = { policy: addressPolicy(allowHosts), lookUp: nameLookup() };
  return { about: 'webhook', ...(await checkUrl(url, { isInContainer, ...ways })) };
}

function showDiagnosis({ about, isWell, found, advice }: Diagnosis): string {
  return `${isWell ? 'ok' : '!!'}  ${about}: ${found}\n${advice === undefined ? '' : `    ${advice}\n`}`;
}
