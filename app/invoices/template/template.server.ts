import { write } from '#db/connection.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import {
  readSetting,
  writeSetting,
  type SettingsStore,
} from '../../platform/settings-store.server.ts';
import { DEFAULT_TEMPLATE } from './template.ts';

/** The template of an invoice line's description: the saved one, or the default. */
export function readTemplate(store: SettingsStore): string {
  return readSetting(store, 'invoices.template') ?? DEFAULT_TEMPLATE;
}

/** Saves a template, as `TemplateInput` gives it. */
export function saveTemplate(store: SettingsStore, text: string): void {
  writeSetting(store, 'invoices.template', text);
}

/** What the form of the template is made from. */
export function templateMadeFrom(store: SettingsStore) {
  const values = { template: readTemplate(store) };
  return { version: versionOfValues(values), values };
}

/** Saves the template of a form, if the form changed it. Throws `EditConflict` when another window changed it as well. */
export function saveEditedTemplate(
  store: SettingsStore,
  form: PostedForm<unknown>,
  text: string,
): void {
  write(store.db, () => {
    const { changed } = mergeEdit(form, { ...templateMadeFrom(store), say: (_, said) => said });
    if (changed.has('template')) saveTemplate(store, text);
  });
}
