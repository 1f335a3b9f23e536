import { parse, type Submission } from '@conform-to/react';
import { startTransition, useCallback, useEffect, useState, type FormEvent } from 'react';
import { minutesOf } from '../../lib/duration.ts';
import type { FieldState } from '../../ui/field.tsx';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import type { WorkLogOptions } from './log-form.server.ts';
import type { ItemFormValues } from '../hardware/item-prices.ts';
import type { RateValues } from '../rates/rate-choice.ts';

/** The current texts of a form's fields, by name; empty until scripts run. */
export type LiveText = Partial<Record<string, string>>;

function textOf(form: HTMLFormElement): LiveText {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as LiveText;
}

/** The text of a field as it is now: as typed or, until scripts run, as the server sent it. */
export function textIn(live: LiveText, field: Pick<FieldState, 'name' | 'initialValue'>): string {
  return live[field.name] ?? (typeof field.initialValue === 'string' ? field.initialValue : '');
}

/** The texts of a form as somebody types. `rows` changes with rows of fields, which fires no input event. */
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

/** Whether the form can be saved; true until scripts run, since the server decides. */
export function useCanSave(options: WorkLogOptions, text: LiveText, itemCount: number): boolean {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return true;
  const workType = options.workTypes.find(({ id }) => String(id) === text.workTypeId);
  if (!text.clientId || !workType) return false;
  const { duration = '', travelTime = '' } = text;
  return workType.isHardware ? itemCount > 0 : minutesOf(duration) + minutesOf(travelTime) > 0;
}

/** Lets conform add and remove rows in the browser; the server checks everything else. */
export function handleIntents<Values extends object>({ formData }: { formData: FormData }) {
  const submission = parse(formData, { resolve: () => ({ value: {} }) });
  return submission as unknown as Submission<Values, string[], Values>;
}

/** The initial texts of the fields of a log. */
export type WorkLogFormValues = {
  clientId?: string;
  workTypeId?: string;
  jobId?: string;
  duration?: string;
  travelTime?: string;
  description?: string;
  hourlyRate?: string;
  date?: string;
  billable?: string;
  hardwareItems?: ItemFormValues[];
} & RateValues;
