import { useEffect } from 'react';

/** What is sent for a field whose text the browser cannot read: no rule accepts it. */
const UNREAD = '?';

/**
 * For a field of numbers or days that holds what the browser cannot read, sends a text that no rule accepts.
 * The browser would send the field empty, and the default would be saved without a word: in Firefox a rate
 * typed as `1,250.00` became the usual rate, and in every browser half a date became today.
 */
export function useUnreadFields(): void {
  useEffect(() => {
    const tell = ({ target, formData }: FormDataEvent) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const field of target.elements) {
        const isUnread = field instanceof HTMLInputElement && field.validity.badInput;
        // A disabled field is not sent.
        if (isUnread && formData.has(field.name)) formData.set(field.name, UNREAD);
      }
    };
    document.addEventListener('formdata', tell);
    return () => {
      document.removeEventListener('formdata', tell);
    };
  }, []);
}
