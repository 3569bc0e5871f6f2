import { balanceOf } from '../achievements/deeds.ts';
import { ownedCollections } from '../achievements/run-record.ts';
import type { RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import type { Finding } from './finding.ts';
import { lastOf } from './side.ts';
import type { OldSides, Side } from './side.ts';

/** Findings about numbers, rules and codes of the account whose count differs from all runs of the old program. */
export function compareRecords(olds: OldSides, { run }: Side): Finding[] {
  return ownedCollections.flatMap((name): Finding[] => {
    const [usual = 0, ...others] = new Set(olds.map((old) => balanceOf(name, old.run)));
    const now = balanceOf(name, run);
    if (others.length > 0 || usual === now) return [];
    const words = name.replaceAll('_', ' ');
    const sentence = `the account has ${changeText(now)} ${words} in place of ${changeText(usual)}`;
    const makers = /Number|PortOrder|Ata|PhaxCode|Rule/;
    const callsOf = ({ calls }: RunRecord): RecordedRequest[] =>
      calls.filter(({ operation, method }) => method !== 'GET' && makers.test(operation ?? ''));
    return [{ kind: 'other records', subjects: [name], sentence, old: callsOf(lastOf(olds).run), new: callsOf(run) }];
  });
}

const changeText = (count: number): string => (count < 0 ? `${-count} fewer` : `${count} more`);

/** A finding about a price that no other finding explains. Faxes sent with test keys cost nothing, but v3 has no test keys. */
export function comparePrices(olds: OldSides, { run }: Side): Finding[] {
  const [usual = 0, ...others] = new Set(olds.map((old) => old.run.paidCents));
  const isTest = olds.some((old) => old.run.calls.some(({ key }) => key === 'test'));
  if (others.length > 0 || usual === run.paidCents || isTest) return [];
  const sentence = `the account pays ${inDollars(run.paidCents)} in place of ${inDollars(usual)}`;
  return [{ kind: 'other price', sentence, old: payers(lastOf(olds).run), new: payers(run) }];
}

export const inDollars = (cents: number): string => `${(cents / 100).toFixed(2)} USD`;

const payers = ({ calls }: RunRecord): RecordedRequest[] =>
  calls.filter(({ new_fax_ids: made, operation }) => made.length > 0 || operation === 'provisionNumber');
