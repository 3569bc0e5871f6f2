import type { TargetedEvent } from 'preact';
import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import { isInCalendar } from '../../src/model/domain/time.ts';
import { moving, now } from '../clock.ts';
import { moveAndTell } from '../clock-moves.tsx';
import { usefulText } from '../form-text.ts';
import { agoText, clockTime, dateOf, dayText, dueIn, timeText, zone, zonedText, zoneName } from '../format.ts';
import { dayStart, readTime } from '../typed-time.ts';
import { Button } from '../ui/button.tsx';
import { FaultContext } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { TimeField } from '../ui/time-field.tsx';
import type { TimeFieldProps } from '../ui/time-field.tsx';
import { toast } from '../ui/toast.tsx';

/** The form that moves the clock to a time, initially the time of the world. */
export function GoTo() {
  const field = useRef<HTMLInputElement>(null);
  const filled = useRef('');
  const [typed, setTyped] = useState('');
  /** Keeps what someone has typed, such as a time that was refused. */
  const fill = (): void => {
    const { current: input } = field;
    if (input === null || now.value === undefined || input.value !== filled.current) return;
    input.value = filled.current = timeText(now.value);
  };
  // Follows the clock until someone enters the field.
  useEffect(() => {
    if (document.activeElement !== field.current) fill();
  }, [now.value, zone.value]);
  const goTo = async (form: FormData): Promise<void> => {
    const present = now.value ?? 0;
    const sent = form.get('to');
    const set = readTime(usefulText(form, 'to') ?? '', { now: present, prefers: 'next' });
    if (Date.parse(set) === Math.floor(present)) {
      toast(`The clock is there: it is ${zonedText(set)}`, 'good', 'clock');
      return;
    }
    if (Date.parse(set) < present) throw new Error(`${zonedText(set)} is past: rewind the world, or reset it`);
    if (!isInCalendar(Date.parse(set)))
      throw new Error(`The clock ends with the year 8999, and cannot go to ${zonedText(set)}`);
    await moveAndTell({ set });
    if (field.current?.value !== sent) return;
    field.current.value = filled.current = timeText(set);
    setTyped('');
  };
  return (
    <Form class="go-to" onSubmit={goTo} faultsIn={(to) => ({ to })}>
      <GoToField input={field} onEnter={fill} onType={setTyped} />
      <Button isSubmit isDisabled={moving.value !== undefined}>
        Go to
      </Button>
      <small class="muted meant-time" role="status">
        {now.value !== undefined && typed !== filled.current && meaningOf(typed, now.value)}
      </small>
    </Form>
  );
}

interface GoToFieldProps {
  readonly input: NonNullable<TimeFieldProps['input']>;
  readonly onEnter: () => void;
  readonly onType: (text: string) => void;
}

/** The field for the time, with the reason why the clock has not moved there. It is selected on entry, so that typing replaces it. */
function GoToField({ input, onEnter, onType }: GoToFieldProps) {
  const fault = useContext(FaultContext).value['to'];
  const isFresh = useRef(false);
  const enter = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    onEnter();
    currentTarget.select();
    isFresh.current = true;
  };
  /** A tap moves the caret after the field has the focus, which ends the first selection. */
  const selectAgain = ({ currentTarget }: TargetedEvent<HTMLInputElement>): void => {
    if (isFresh.current) currentTarget.select();
    isFresh.current = false;
  };
  return (
    <label>
      <span class="hidden">Time to go to</span>
      <TimeField
        {...{ input, fault }}
        name="to"
        prefers="next"
        required
        onInput={({ currentTarget: { value } }) => onType(value)}
        onFocus={enter}
        onClick={selectAgain}
      />
    </label>
  );
}

/** `= tomorrow, Dec 3, 20:00:00 EST, in 23 h 59 min`: what a typed text means; empty for a text that is no time. */
function meaningOf(text: string, present: number): string {
  let time: string;
  try {
    time = readTime(text, { now: present, prefers: 'next' });
  } catch {
    return '';
  }
  const ms = Date.parse(time);
  if (ms === Math.floor(present)) return '= where the clock is';
  const distance = ms < present ? agoText(ms, present) : dueIn(ms, present);
  return `= ${dayWord(ms, present)}${dayText(ms)}, ${clockTime(ms)} ${zoneName(ms)}, ${distance}`;
}

const dayWord = (time: number, present: number): string =>
  ['today', 'tomorrow'].find((_, days) => dateOf(time) === dateOf(dayStart(present, days)))?.concat(', ') ?? '';
