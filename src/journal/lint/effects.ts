import { hint, warning } from './remark.ts';
import type { Check, Remark } from './remark.ts';

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const isOn = (value: unknown): boolean => /^(?:true|1)$/i.test(String(value));
/** Zero means that the parameter is not set. */
const isDelay = (value: unknown): boolean => isSet(value) && Number(value) !== 0;

/** Parameters that do nothing without another one. Sources: the references on sending and on batches. */
export const noEffect: Check = ({ observed, params }) => {
  if (observed.operation !== 'sendFax') return [];
  const remarks: Remark[] = [];
  const without = (name: string, other: string) =>
    remarks.push(warning('no-effect', name, `${name} has no effect without ${other}`));
  if (isOn(params['batch_collision_avoidance']) && !isDelay(params['batch_delay'])) {
    without('batch_collision_avoidance', 'batch_delay');
  }
  if (observed.version === 'v1') {
    if (isDelay(params['batch_delay']) && !isOn(params['batch'])) without('batch_delay', 'batch=true');
    if (isSet(params['string_data_type']) && !isSet(params['string_data'])) without('string_data_type', 'string_data');
  }
  return remarks;
};

const week = 7 * 24 * 3_600_000;

/** The start of a range is a week ago, counted from now, whatever its end is. Source: recorded. */
export const emptyRange: Check = ({ observed, params }) => {
  const [after, before] = observed.version === 'v1' ? ['start', 'end'] : ['created_after', 'created_before'];
  if (!observed.operation?.startsWith('list') || isSet(params[after]) || !isSet(params[before])) return [];
  const value = String(params[before]);
  const end = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
  if (!(end < observed.at - week)) return [];
  return [
    warning(
      'empty-range',
      before,
      `${before} finds nothing without ${after}, which is a week ago from now if it is not given`,
    ),
  ];
};

const mostPerPage = 1000;

export const pageSize: Check = ({ observed, params }) => {
  const name = observed.version === 'v1' ? 'maxperpage' : 'per_page';
  if (!(Number(params[name]) > mostPerPage)) return [];
  return [
    warning('page-size', name, `${name} is at most ${mostPerPage}: no more come, and the rest is on further pages`),
  ];
};

const numbers = ['to', 'from', 'phone_number', 'number', 'caller_id', 'from_number', 'to_number'];
const times = ['created_after', 'created_before', 'start', 'end'];

/** How numbers and times are written. */
export const spelling: Check = ({ observed, params }) =>
  [...numbers, ...times].flatMap((name): Remark[] => {
    if (observed.operation === null || !isSet(params[name])) return [];
    const values = [params[name]].flat().map(String);
    if (values.some((value) => /^ \d/.test(value) || /\d \d\d:?\d\d$/.test(value))) {
      return [
        warning('plus-as-space', name, `the + of ${name} came as a space, which is what + means there: send %2B`),
      ];
    }
    const isBare =
      numbers.includes(name) && observed.version !== 'v1' && values.some((value) => /^\d{10,15}$/.test(value));
    if (!isBare || observed.url.includes(`/${values[0] ?? ''}`)) return [];
    return [
      hint(
        'not-e164',
        name,
        `${name} is documented in E.164 form, with + and the country code; without, it is taken for a number of the US or Canada`,
      ),
    ];
  });
