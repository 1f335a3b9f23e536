import type { Page } from 'playwright';

/** What of the open page has no name, no label, or is there twice, each as a sentence. */
export function findUnnamed(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const fields = document.querySelectorAll<
      HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
    >('input:not([type="hidden"]), select, textarea');
    for (const field of fields) {
      const label =
        field.getAttribute('aria-label') ??
        // A closed part of a form has no inner text.
        Array.from(field.labels ?? [], ({ textContent }) => textContent).join('');
      if (label.trim() === '') faults.push(`${field.name} has no label`);
      for (const id of (field.getAttribute('aria-describedby') ?? '').split(' ')) {
        if (id && !document.getElementById(id))
          faults.push(`${field.name} is described by nothing`);
      }
    }
    for (const control of document.querySelectorAll('a, button')) {
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (name.trim() === '') faults.push(`${control.outerHTML.slice(0, 80)} has no name`);
    }
    for (const image of document.querySelectorAll('img:not([alt])')) {
      faults.push(`${image.outerHTML.slice(0, 80)} has no alternative text`);
    }
    const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
    for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) {
      faults.push(`${id} is the id of two elements`);
    }
    // Behind a modal dialog, nothing can be reached.
    const shown = document.querySelector(':modal') ?? document;
    const headings = Array.from(shown.querySelectorAll('h1')).filter((heading) =>
      heading.checkVisibility(),
    ).length;
    if (headings !== 1) faults.push(`there are ${headings} main headings`);
    if (document.querySelectorAll('main').length !== 1) faults.push('there is not one main part');
    if (document.documentElement.lang !== 'en-GB') faults.push('the language is not said');
    return faults;
  });
}
