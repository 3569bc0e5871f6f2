import { reasons } from './reasons.js';
import { suiteName } from './rows-loads.js';
import { costName, firstFaxName, firstMonthName, monthName } from './rows-suites.js';

const shown = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2));
const withUnit = (value, unit = '') => (unit === '' ? shown(value) : `${shown(value)} ${unit}`);

const goalOf = ({ least, most, unit }) =>
  least === undefined && most === undefined
    ? 'none'
    : least === undefined
      ? `<= ${withUnit(most, unit)}`
      : `>= ${withUnit(least, unit)}`;
const isMet = ({ value, least = -Infinity, most = Infinity }) => value >= least && value <= most;

/** Whether a goal is missed by more than a tenth. A value that is no number meets no goal. */
export const isMissed = ({ value, least = -Infinity, most = Infinity }) =>
  !(value >= least * 0.9 && value <= most * 1.1);

/** One line of the table in a terminal, with the medians that it is made of. */
export function rowText(row) {
  const { name, value, unit, rates = {} } = row;
  const medians = Object.entries(rates).map(
    ([server, all]) => `${server} ${Math.round(all.toSorted((a, b) => a - b)[all.length >> 1])}/s`,
  );
  const start = `${isMet(row) ? ' ' : '!'} ${name.padEnd(72)} ${withUnit(value, unit).padStart(10)}  goal ${goalOf(row)}`;
  const reason = isMet(row) ? [] : [reasonOf(row)];
  return [start, ...(medians.length === 0 ? [] : [medians.join(', ')]), ...reason].join('\n    ');
}

const reasonOf = ({ name }) => reasons[name] ?? 'No reason is known.';

/** The page of all measurements; each table has one direction. */
export function page(rows, { date, machine, node, generator }) {
  return [
    '# Performance',
    `\`npm run bench\` measured this on ${date}: ${machine}, Node ${node}, load by ${generator}. Servers take turns within one run. Each figure is a median; under a load of 32 connections, it covers all rounds. Only ratios can be compared between machines. Under the loads, each server is started five times. In the rows above the first GET row, faxsim writes its default log; the other servers write no log.`,
    '## What a suite pays',
    suiteExpectations(rows),
    'A suite has 20 files with five tests each; every test has a fresh world, or fresh handlers, and sends, reads and lists faxes. Each time is for a whole run of the suite, from start to end. In a row with “against”, the time is divided by the time of the other suite.',
    tableOf(rows.filter(({ isOfSuite }) => isOfSuite)),
    '## What to expect',
    expectations(rows),
    '## Rates: more is better',
    'Each figure is the number of requests a second, divided by the number of the other server in the same run.',
    tableOf(rows.filter(({ least }) => least !== undefined)),
    '## Times, memory and sizes: less is better',
    'In a row with “against”, the time is divided by the time of the other server.',
    tableOf(rows.filter(({ least, isOfSuite }) => least === undefined && !isOfSuite)),
    ...missesOf(rows),
    '',
  ].join('\n\n');
}

const valueIn = (rows) => (name) => {
  const { value, unit } = rows.find((row) => row.name === name);
  return withUnit(value, unit);
};

/** What a user of Jest or Vitest pays, beside other ways to the same tests. */
function suiteExpectations(rows) {
  const valueOf = valueIn(rows);
  const lineOf = (runner, title) => {
    const of = (way) => valueOf(costName(way, runner));
    return `- In ${title}, a file of five tests takes ${of('faxsim for the run')} with one faxsim for the run, and ${of('faxsim in each file')} with one faxsim in each file. It takes ${of('nock')} with nock, ${of('msw')} with msw, ${of('express')} with a stub in Express, and ${of('none')} without a simulator.`;
  };
  return [
    lineOf('jest', 'Jest'),
    lineOf('vitest', 'Vitest'),
    `- The first fax of a fresh process takes ${valueOf(firstFaxName)} more than its start. To move the clock by 30 days over 2,000 faxes with webhooks takes ${valueOf(monthName)}, and ${valueOf(firstMonthName)} for the first time in a process.`,
  ].join('\n');
}

/** What the rows mean for a user. */
function expectations(rows) {
  const valueOf = valueIn(rows);
  return [
    `- Your suite waits for few of its seconds: ${suiteName} waits ${valueOf(suiteName)} for faxsim in all, with the default log.`,
    `- A document takes longer than a request: the first one after a start is there after ${valueOf('first document after a start')}.`,
    `- A large world is as fast as a small one, and takes memory: ${valueOf('memory with a million faxes')} with a million faxes, which a directory gives back in ${valueOf('start from a directory with a million faxes')}.`,
  ].join('\n');
}

function tableOf(rows) {
  const lines = rows.map((row) => {
    const { name, value, unit } = row;
    return `| ${name} | ${withUnit(value, unit)} | ${goalOf(row)} | ${isMet(row) ? 'yes' : 'no'} |`;
  });
  return ['| What | Measured | Goal | Met |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** The goals that are not met, those with one reason together. */
function missesOf(rows) {
  const misses = rows.filter((row) => !isMet(row));
  if (misses.length === 0) return [];
  const known = [...new Set(misses.map(reasonOf))];
  const lines = known.map((reason) => {
    const names = misses.filter((row) => reasonOf(row) === reason).map(({ name }) => name);
    return `- **${names.join('; ')}**: ${reason}`;
  });
  return ['## Goals that are not met', lines.join('\n')];
}
