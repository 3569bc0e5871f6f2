const shown = (value) => (value >= 100 ? String(Math.round(value)) : value.toFixed(value >= 10 ? 1 : 2));
const withUnit = (value, unit = '') => (unit === '' ? shown(value) : `${shown(value)} ${unit}`);

const goalOf = ({ least, most, unit }) =>
  least === undefined ? `<= ${withUnit(most, unit)}` : `>= ${withUnit(least, unit)}`;
const isMet = ({ value, least = 0, most = Infinity }) => value >= least && value <= most;

/** One line of the table in a terminal, with the medians that it is made of. */
export function rowText(row) {
  const { name, value, unit, rates = {} } = row;
  const medians = Object.entries(rates).map(
    ([server, all]) => `${server} ${Math.round(all.toSorted((a, b) => a - b)[all.length >> 1])}/s`,
  );
  const start = `${isMet(row) ? ' ' : '!'} ${name.padEnd(72)} ${withUnit(value, unit).padStart(10)}  goal ${goalOf(row)}`;
  return medians.length === 0 ? start : `${start}\n    ${medians.join(', ')}`;
}

/** The page of all measurements. */
export function page(rows, { date, machine, node, generator }) {
  const lines = rows.map((row) => {
    const { name, value, unit } = row;
    return `| ${name} | ${withUnit(value, unit)} | ${goalOf(row)} | ${isMet(row) ? 'yes' : 'no'} |`;
  });
  return [
    '# Performance',
    `\`npm run bench\` measured this on ${date}: ${machine}, Node ${node}, load by ${generator}. Servers take turns within one run, and each figure is a median, so only ratios compare between machines.`,
    ['| What | Measured | Goal | Met |', '| --- | --- | --- | --- |', ...lines].join('\n'),
    '',
  ].join('\n\n');
}
