import { reasons } from './reasons.js';

const shown = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2));
const withUnit = (value, unit = '') => (unit === '' ? shown(value) : `${shown(value)} ${unit}`);

const goalOf = ({ least, most, unit }) =>
  least === undefined && most === undefined
    ? 'none'
    : least === undefined
      ? `<= ${withUnit(most, unit)}`
      : `>= ${withUnit(least, unit)}`;
const isMet = ({ value, least = 0, most = Infinity }) => value >= least && value <= most;

/** Whether a goal is missed by more than a tenth. A value that is no number meets no goal. */
export const isMissed = ({ value, least = 0, most = Infinity }) => !(value >= least * 0.9 && value <= most * 1.1);

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

/** The page of all measurements. */
export function page(rows, { date, machine, node, generator }) {
  const lines = rows.map((row) => {
    const { name, value, unit } = row;
    return `| ${name} | ${withUnit(value, unit)} | ${goalOf(row)} | ${isMet(row) ? 'yes' : 'no'} |`;
  });
  return [
    '# Performance',
    `\`npm run bench\` measured this on ${date}: ${machine}, Node ${node}, load by ${generator}. Servers take turns within one run, and each figure is a median, so only ratios compare between machines. No server writes a log.`,
    ['| What | Measured | Goal | Met |', '| --- | --- | --- | --- |', ...lines].join('\n'),
    ...missesOf(rows),
    '',
  ].join('\n\n');
}

/** The goals that are not met, each with its reason. */
function missesOf(rows) {
  const misses = rows.filter((row) => !isMet(row));
  if (misses.length === 0) return [];
  return ['## Goals that are not met', misses.map((row) => `- **${row.name}**: ${reasonOf(row)}`).join('\n')];
}
