import { useNavigate, useSubmit } from '@remix-run/react';
import type { RefObject } from 'react';
import { useBeforePaint } from './hydration.ts';

/** Follows plain links without reloading. As `Link` components a list's hundred would take a third of its rendering. */
export function useInternalLinks(ref: RefObject<HTMLElement>): void {
  const navigate = useNavigate();
  useBeforePaint(() => {
    const element = ref.current;
    if (!element) return;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || !isPlainClick(event) || link.target || link.origin !== location.origin) return;
      event.preventDefault();
      navigate(`${link.pathname}${link.search}${link.hash}`, {
        preventScrollReset: isAtThisList(link.pathname),
      });
    };
    element.addEventListener('click', follow);
    return () => {
      element.removeEventListener('click', follow);
    };
  }, [ref, navigate]);
}

/** Whether an address is a dialog over the list that is shown, or a view of it: the list stays where it is. */
function isAtThisList(pathname: string): boolean {
  const [, list, id, act] = pathname.split('/');
  const [, shown] = location.pathname.split('/');
  return list === (shown === '' ? 'work-logs' : shown) && (id === undefined || act !== undefined);
}

function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented;
}

/**
 * Sends plain forms without reloading. A choice in a field, or Enter in it, presses the button that the field's
 * `data-submits` names by id, or by class in its row (`.row-save`); a table says it for all its text fields. A button
 * with `data-leaves` leads to the top of another screen.
 */
export function useInternalForms(ref: RefObject<HTMLElement>): void {
  const submit = useSubmit();
  // Set up before anybody can press: a press that the browser itself sends loads the page anew, and loses
  // what was typed in it.
  useBeforePaint(() => {
    const element = ref.current;
    if (!element) return;
    let justSent: HTMLElement | null = null;
    const send = (event: SubmitEvent) => {
      if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
      event.preventDefault();
      const { submitter } = event;
      const pressed = isEnterButton(submitter) ? buttonOf(document.activeElement) : null;
      const sender = pressed ?? (submitter instanceof HTMLButtonElement ? submitter : event.target);
      // Enter in a changed field is one press. A browser tells of two events: the change, and then Enter.
      if (sender === justSent) return;
      justSent = sender;
      setTimeout(() => {
        justSent = null;
      });
      submit(sender, { preventScrollReset: submitter?.dataset.leaves === undefined });
    };
    const sendChoice = ({ target }: Event) => {
      const button = buttonOf(target);
      if (!button || !isField(target)) return;
      // This choice needs something typed before it can be sent.
      if (target.value === target.dataset.submitsNot) return;
      target.form?.requestSubmit(button);
    };
    element.addEventListener('submit', send);
    element.addEventListener('change', sendChoice);
    return () => {
      element.removeEventListener('submit', send);
      element.removeEventListener('change', sendChoice);
    };
  }, [ref, submit]);
}

function isField(target: unknown): target is HTMLSelectElement | HTMLInputElement {
  return target instanceof HTMLSelectElement || target instanceof HTMLInputElement;
}

/** Whether a button is the hidden one that Enter presses ({@link EnterButton} in form.tsx). */
function isEnterButton(submitter: HTMLElement | null): boolean {
  return submitter?.getAttribute('aria-hidden') === 'true';
}

function buttonOf(field: unknown): HTMLButtonElement | null {
  if (!isField(field)) return null;
  const ofTable = field.type === 'text' ? field.closest('table')?.dataset.submits : undefined;
  const name = field.dataset.submits ?? ofTable;
  if (name === undefined) return null;
  const button = name.startsWith('.')
    ? field.closest('tr')?.querySelector(name)
    : document.getElementById(name);
  return button instanceof HTMLButtonElement ? button : null;
}
