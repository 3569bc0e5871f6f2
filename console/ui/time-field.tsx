import type { InputHTMLAttributes, Ref } from 'preact';
import { useId, useState } from 'preact/hooks';
import { messageOf } from '../api.ts';
import { now } from '../clock.ts';
import { timeText, zoneName } from '../format.ts';
import { readTime } from '../typed-time.ts';
import type { Preference } from '../typed-time.ts';

export interface TimeFieldProps extends Pick<
  InputHTMLAttributes,
  'name' | 'value' | 'required' | 'onInput' | 'onChange' | 'onFocus' | 'onClick'
> {
  readonly input?: Ref<HTMLInputElement>;
  readonly prefers: Preference;
  /** Why the text of the field is no time. */
  readonly fault?: string | undefined;
}

/** The meaning of a time without a day, and of a day. */
const meanings: Readonly<Record<Preference, readonly [time: string, day: string]>> = {
  next: ['the next one', 'a day'],
  latest: ['the latest one', 'a day'],
  end: ['the first one after Since', 'a day, to its end'],
};

/** A field for a time in any form that the page itself shows. The zone of the page is beside it. */
export function TimeField({ input, prefers, fault, ...props }: TimeFieldProps) {
  const id = useId();
  const zone = zoneName(now.value);
  const [time, day] = meanings[prefers];
  return (
    <span class="time-input">
      <input
        ref={input ?? null}
        {...props}
        placeholder={prefers === 'next' ? '15:30, in 5 min, a day' : '15:30, 5 min ago, a day'}
        title={`A time in ${zone}, on the clock of the world: 2026-01-31 15:30:00, 15:30 for ${time}, or ${day}`}
        aria-describedby={fault === undefined ? id : `${id} ${id}-fault`}
        aria-invalid={fault !== undefined}
        autocomplete="off"
        spellcheck={false}
      />
      <span id={id} class="muted zone-hint">
        {zone}
      </span>
      {fault !== undefined && (
        <small id={`${id}-fault`} class="field-fault" role="alert">
          {fault}
        </small>
      )}
    </span>
  );
}

interface TimeInputProps {
  readonly name?: string;
  /** Time in RFC 3339. Any other text is shown as an empty field. */
  readonly value: string;
  /** The beginning of the period that the time ends, in RFC 3339; empty for a period without one. */
  readonly since?: string | undefined;
  readonly onChange: (time: string) => void;
}

/** Chooses a time. A text that is no time stays, with the reason. */
export function TimeInput({ name, value, since, onChange }: TimeInputProps) {
  const period = {
    prefers: since === undefined ? 'latest' : 'end',
    since: since ? Date.parse(since) : undefined,
  } as const;
  const [typed, setTyped] = useState<string>();
  const [fault, setFault] = useState<string>();
  const shown = Number.isNaN(Date.parse(value)) ? '' : timeText(value);
  const commit = (text: string): void => {
    try {
      const isSame = text.trim() === shown; // the value may be more precise than the text
      if (!isSame) onChange(text.trim() && readTime(text, { ...period, now: now.value ?? Date.now() }));
      setTyped(undefined);
      setFault(undefined);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  return (
    <TimeField
      {...(name !== undefined && { name })}
      prefers={period.prefers}
      value={typed ?? shown}
      fault={fault}
      onInput={({ currentTarget: { value: text } }) => setTyped(text)}
      onChange={({ currentTarget: { value: text } }) => commit(text)}
    />
  );
}
