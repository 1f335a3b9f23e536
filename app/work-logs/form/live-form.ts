import { parse, type Submission } from '@conform-to/react';
import { startTransition, useCallback, useEffect, useState, type FormEvent } from 'react';
import { minutesOf } from '../../lib/duration.ts';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import { type RateTexts, chosenIn, shownRate, usualRate } from '../rates/read-back.ts';
import type { WorkLogOptions } from './form-options.server.ts';
import { keepOneRate } from '../rates/rate-select.tsx';
/** The current texts of a form's fields, by name; empty until scripts run. */
export type LiveText = Partial<Record<string, string>>;

/** The current texts of a form's fields, without files. */
function textOf(form: HTMLFormElement): LiveText {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as LiveText;
}

/** The text of a field as it is now: as typed or, until scripts run, as the server sent it. */
export function textIn(live: LiveText, { name, initialValue }: Shown): string {
  return live[name] ?? (typeof initialValue === 'string' ? initialValue : '');
}

/** The texts that decide the rate of a new log, as they are now. */
export function rateTextsIn(live: LiveText, fields: Record<keyof RateTexts, Shown>): RateTexts {
  return {
    clientId: textIn(live, fields.clientId),
    workTypeId: textIn(live, fields.workTypeId),
    rateChoice: textIn(live, fields.rateChoice),
    hourlyRate: textIn(live, fields.hourlyRate),
  };
}

type Shown = { name: string; initialValue?: unknown };

/**
 * The texts of a form, kept up to date while somebody types. `rows` is a text that changes when
 * rows of fields are added or removed, since that fires no input event.
 */
export function useLiveText(formId: string, rows: string) {
  const [text, setText] = useState<LiveText>({});
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    // In small steps, while the page is taken over.
    startTransition(() => {
      setText(textOf(form));
    });
  }, [formId, rows]);
  return {
    text,
    /** For the form, or for a part of it. */
    onInput: useCallback(({ currentTarget }: FormEvent<HTMLElement>) => {
      const form = currentTarget.closest('form');
      if (form) setText(textOf(form));
    }, []),
  };
}

/**
 * Whether the form is complete enough to save; true until scripts run, since the server decides.
 */
export function useCanSave(options: WorkLogOptions, text: LiveText, itemCount: number): boolean {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return true;
  const workType = options.workTypes.find(({ id }) => String(id) === text.workTypeId);
  if (!text.clientId || !workType) return false;
  return workType.isHardware ? itemCount > 0 : hasDuration(text);
}

function hasDuration({ duration = '', travelTime = '' }: LiveText): boolean {
  return minutesOf(duration) + minutesOf(travelTime) > 0;
}

/** Lets conform add and remove rows in the browser; the server checks everything else. */
export function handleIntents<Values extends object>({ formData }: { formData: FormData }) {
  const submission = parse(formData, { resolve: () => ({ value: {} }) });
  return submission as unknown as Submission<Values, string[], Values>;
}

type Field = Parameters<typeof textIn>[1];
type Fields = Record<keyof RateTexts, Field> & {
  hardwareItems: { getFieldList: () => { key?: string; name: string }[] };
};

/** What the form of a new log says while somebody types: its texts, and the rate that they come to. */
export function useLiveRate(formId: string, options: WorkLogOptions, fields: Fields) {
  const rows = fields.hardwareItems.getFieldList().map(({ key, name }) => key ?? name);
  const live = useLiveText(formId, rows.join());
  const texts = rateTextsIn(live.text, fields);
  return {
    text: live.text,
    textOf: (field: Field) => textIn(live.text, field),
    charged: shownRate(options, texts),
    usual: usualRate(options, texts),
    client: chosenIn(options, texts).client,
    onInput: (event: FormEvent<HTMLFormElement>) => {
      keepOneRate(event);
      live.onInput(event);
    },
  };
}
