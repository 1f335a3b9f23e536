import { useEffect } from 'react';

/** What is sent for a field in which the browser finds no value: no rule takes it. */
const UNREAD = '?';

/**
 * Sends what no rule takes for a field of numbers or days that holds what the browser cannot read. It would send the
 * field empty, and what stands for an empty field would be saved unsaid: in Firefox a rate typed as `1,250.00` was the
 * usual rate, and everywhere half a date was today.
 */
export function useUnreadFields(): void {
  useEffect(() => {
    const tell = ({ target, formData }: FormDataEvent) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const field of target.elements) {
        const isUnread = field instanceof HTMLInputElement && field.validity.badInput;
        // A field that is off is not sent.
        if (isUnread && formData.has(field.name)) formData.set(field.name, UNREAD);
      }
    };
    document.addEventListener('formdata', tell);
    return () => {
      document.removeEventListener('formdata', tell);
    };
  }, []);
}
