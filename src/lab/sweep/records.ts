import { balanceOf } from '../achievements/deeds.ts';
import { ownedCollections } from '../achievements/run-record.ts';
import type { OwnedCollection, RecordedRequest, RunRecord } from '../achievements/run-record.ts';
import { excusedRecords } from './excuses.ts';
import type { FaultedRun, Harm } from './faulted-run.ts';
import { asText } from '../../model/shared/conversion.ts';

/** The operations that make the records of each collection. */
const makers: Readonly<Record<OwnedCollection, readonly string[]>> = {
  phone_numbers: ['provisionNumber'],
  port_orders: ['createPortOrder'],
  atas: ['createAta'],
  phax_codes: ['createPhaxCode'],
  blocking_rules: ['createSendBlockingRule', 'createReceiveBlockingRule'],
};

/** Records that the program created more often than without a fault, including ones that it deleted again. */
export const recordsMadeTwice = (faulted: FaultedRun): Harm[] =>
  unusual(faulted, (name, { run, former, baseline }) => {
    const most = Math.max(timesMade(name, former), timesMade(name, baseline));
    return timesMade(name, run) > most + excusedIn(name, faulted);
  }).map(({ name, sentence, run }) => ({ sentence, request: run.calls.findLast((call) => isMaker(call, name)) }));

/** The records of a kind that the fault excuses. */
function excusedIn(name: OwnedCollection, faulted: FaultedRun): number {
  const makersIn = ({ calls }: RunRecord) => calls.filter((call) => isMaker(call, name));
  const { run, baseline } = faulted;
  const usual = timesMade(name, baseline);
  return excusedRecords({ calls: makersIn(run), usualCalls: makersIn(baseline), usual }, faulted);
}

/** How often the program created a record: the existing records, and those whose creation it got a response about. */
function timesMade(name: OwnedCollection, { made, calls }: RunRecord): number {
  const heard = calls.filter((call) => isMaker(call, name) && (call.answer.status ?? Infinity) < 300);
  return Math.max(made[name].length, heard.length);
}

/** The harms of a passing run whose number of records differs from both runs without a fault. */
export const missingRecords = (faulted: FaultedRun): Harm[] =>
  unusual(faulted, (name, { run, former, baseline }) => {
    const [all, ...usual] = [run, former, baseline].map((one) => balanceOf(name, one)) as [number, number, number];
    const now = all - Math.max(0, Math.min(all - Math.max(...usual), excusedIn(name, faulted)));
    const isMadeTwice = timesMade(name, run) > Math.max(timesMade(name, former), timesMade(name, baseline));
    return !isMadeTwice && (now < Math.min(...usual) || now > Math.max(...usual));
  }).map(({ sentence, run }) => ({
    sentence: `the program passes, though ${sentence}`,
    request: run.calls.findLast(({ rule }) => rule !== null),
  }));

function unusual(faulted: FaultedRun, isUnusual: (name: OwnedCollection, faulted: FaultedRun) => boolean) {
  const { run, baseline } = faulted;
  return ownedCollections
    .filter((name) => isUnusual(name, faulted))
    .map((name) => {
      const before = run.owned[name].length - balanceOf(name, run);
      const [count, usual] = [run, baseline].map((one) => before + balanceOf(name, one));
      const sentence = `the account has ${count} ${name.replaceAll('_', ' ')} in place of ${usual}`;
      return { name, sentence, run };
    });
}

const isMaker = ({ operation }: RecordedRequest, name: OwnedCollection): boolean =>
  makers[name].includes(operation ?? '');

/** The port orders that the program saw completed without the fault, and which are not completed although it passes. */
export function unfinishedOrders({ run, former, baseline }: FaultedRun): Harm[] {
  const completed = (one: RunRecord): number => one.made.port_orders.filter(isCompleted).length;
  const known = Math.min(...[former, baseline].map((one) => (readsCompletion(one) ? completed(one) : 0)));
  const other = run.made.port_orders.find((order) => !isCompleted(order));
  if (completed(run) >= known || other === undefined) return [];
  const sentence = `the program passes, though the status of port order ${asText(other['id'])} is ${asText(other['status'])}`;
  return [{ sentence, request: run.calls.findLast(({ operation }) => (operation ?? '').includes('PortOrder')) }];
}

const isCompleted = ({ status }: Readonly<Record<string, unknown>>): boolean => status === 'completed';

const readsCompletion = ({ calls }: RunRecord): boolean =>
  calls.some(
    ({ operation, answer: { body } }) =>
      /^(?:get|list)(?:Port|PhoneNumber)/.test(operation ?? '') &&
      (body?.includes('"completed"') === true || (operation ?? '').includes('PhoneNumber')),
  );
