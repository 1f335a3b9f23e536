import type { Page } from 'playwright';
import { expect } from 'vitest';

/** A form that must not be sent empty, and the choices in it that are made all the same. */
export type EmptyForm = { path: string; form: string; choose?: Record<string, string> };

/** One form of each kind; the ids are those that `fillEveryScreen` gives. */
export const EMPTY_FORMS: EmptyForm[] = [
  { path: '/dashboard', form: '#quick-entry' },
  { path: '/work-logs/new', form: '#work-log' },
  { path: '/work-logs/new', form: '#work-log', choose: { clientId: '1', workTypeId: '2' } },
  { path: '/work-logs/1/edit', form: '#work-log' },
  { path: '/work-logs/quick-log', form: '#quick-log' },
  { path: '/work-logs/line', form: '#line' },
  { path: '/pending-work-logs/sync', form: '#sync-dialog' },
  { path: '/pending-work-logs/1/edit', form: '#pending-log' },
  { path: '/clients/new', form: '#client' },
  { path: '/clients/1/contact', form: '#present-contact' },
  { path: '/settings/todoist/token', form: 'dialog form' },
  { path: '/settings/todoist/schedule', form: 'dialog form' },
  { path: '/settings/xero/template', form: 'dialog form' },
  { path: '/settings/work-types/new', form: '#work-type' },
  { path: '/settings/rules/new', form: '#rule' },
  { path: '/settings/approved-emails/new', form: '#approve-email' },
];

/** Empties a form of the open page and sends it without scripts; its answer shows the errors. */
export async function sendEmpty(page: Page, { form, choose = {} }: EmptyForm): Promise<void> {
  const answered = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.locator(form).evaluate((element, chosen) => {
    if (!(element instanceof HTMLFormElement)) throw new Error('This is no form');
    for (const field of element.elements) {
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
      const isText = field instanceof HTMLTextAreaElement;
      if ((!isField && !isText) || field.type === 'hidden') continue;
      field.value = chosen[field.name] ?? '';
    }
    HTMLFormElement.prototype.submit.call(element);
  }, choose);
  expect((await answered).status()).toBe(400);
  await page.waitForLoadState();
}
