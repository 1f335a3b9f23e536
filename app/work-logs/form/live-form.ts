import { parse, type Submission } from '@conform-to/react';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { parseHours } from '../../lib/duration.ts';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import type { WorkLogOptions } from './form-options.server.ts';

/** The current texts of a form's fields, by name; empty until scripts run. */
export type LiveText = Partial<Record<string, string>>;

/** The current texts of a form's fields, without files. */
export function textOf(form: HTMLFormElement): LiveText {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as LiveText;
}

/**
 * The texts of a form, kept up to date while somebody types. `rows` is a text that changes when
 * rows of fields are added or removed, since that fires no input event.
 */
export function useLiveText(formId: string, rows: string) {
  const [text, setText] = useState<LiveText>({});
  useEffect(() => {
    const form = document.getElementById(formId);
    if (form instanceof HTMLFormElement) setText(textOf(form));
  }, [formId, rows]);
  return {
    text,
    onInput: useCallback((event: FormEvent<HTMLFormElement>) => {
      setText(textOf(event.currentTarget));
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
  return (parseHours(duration) ?? 0) + (parseHours(travelTime) ?? 0) > 0;
}

/** Lets conform add and remove rows in the browser; the server checks everything else. */
export function handleIntents<Values extends object>({ formData }: { formData: FormData }) {
  const submission = parse(formData, { resolve: () => ({ value: {} }) });
  return submission as unknown as Submission<Values, string[], Values>;
}
