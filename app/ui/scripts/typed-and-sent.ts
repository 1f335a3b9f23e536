type Listeners = {
  onInput: (event: Event) => void;
  onSubmit: (event: SubmitEvent) => void;
};

/** Tells of what is typed or chosen in an element, and of the forms that are sent from it. Gives what ends that. */
export function listenToForms(element: HTMLElement | null, { onInput, onSubmit }: Listeners) {
  element?.addEventListener('input', onInput);
  element?.addEventListener('submit', onSubmit);
  return () => {
    element?.removeEventListener('input', onInput);
    element?.removeEventListener('submit', onSubmit);
  };
}
