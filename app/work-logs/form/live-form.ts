import { parse, type Submission } from '@conform-to/react';
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import { parseHours } from '../../lib/duration.ts';
import { useIsHydrated } from '../../ui/scripts/hydration.ts';
import type { WorkLogOptions } from './form-options.server.ts';

/** What the fields of a form hold now, by name; empty until scripts run. */
export type LiveText = Partial<Record<string, string>>;

/** The text fields of a form as they stand. */
export function textOf(form: HTMLFormElement): LiveText {
  const entries = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(entries) as LiveText;
}

/**
 * Follows a form while somebody types. `rows` names the rows that stand in it: adding or
 * removing one is no input of its own.
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

/** Whether a log can be saved as it stands; true until scripts run, since the server decides. */
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

/** Lets conform add and remove rows in the browser; every other rule is the server's. */
export function handleIntents<Values extends object>({ formData }: { formData: FormData }) {
  const submission = parse(formData, { resolve: () => ({ value: {} }) });
  return submission as unknown as Submission<Values, string[], Values>;
}
