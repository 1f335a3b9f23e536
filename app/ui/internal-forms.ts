import { useSubmit } from '@remix-run/react';
import { useEffect, type RefObject } from 'react';

/**
 * Sends plain forms inside an element without loading the page anew: what
 * {@link useInternalLinks} is for the links of a list. A choice in a field with `data-submits`
 * sends its form at once. A button with `data-leaves` leads to another screen, at its top.
 */
export function useInternalForms(ref: RefObject<HTMLElement>): void {
  const submit = useSubmit();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const send = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      const { submitter } = event;
      const isButton = submitter instanceof HTMLButtonElement;
      const isStaying = submitter?.dataset.leaves === undefined;
      submit(isButton ? submitter : event.target, { preventScrollReset: isStaying });
    };
    const sendChoice = ({ target }: Event) => {
      const isField = target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
      if (!isField || target.dataset.submits === undefined) return;
      // After this choice, something has to be typed first.
      if (target.value === target.dataset.submitsNot) return;
      target.form?.requestSubmit();
    };
    element.addEventListener('submit', send);
    element.addEventListener('change', sendChoice);
    return () => {
      element.removeEventListener('submit', send);
      element.removeEventListener('change', sendChoice);
    };
  }, [ref, submit]);
}
