import { write } from '#db/connection.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { invalid } from '../../lib/errors.ts';
import {
  readSetting,
  writeSetting,
  type SettingsStore,
} from '../../platform/settings-store.server.ts';
import { DEFAULT_TEMPLATE, TemplateInput } from './template.ts';

/** The template of an invoice line's description: the saved one, or the default. */
export function readTemplate(store: SettingsStore): string {
  return readSetting(store, 'invoices.template') ?? DEFAULT_TEMPLATE;
}

/** Saves a template. Throws 400 when it is blank, too long, or names an unknown shortcode. */
export function saveTemplate(store: SettingsStore, text: string): void {
  const parsed = TemplateInput.safeParse({ template: text });
  if (!parsed.success) {
    throw invalid('template', parsed.error.issues[0]?.message ?? 'Enter a template.');
  }
  writeSetting(store, 'invoices.template', parsed.data.template);
}

/** What the form of the template is made from. */
export function templateMadeFrom(store: SettingsStore) {
  const values = { template: readTemplate(store) };
  return { version: versionOfValues(values), values };
}

/**
 * Saves the template of a form, if the form changed it. Throws what {@link saveTemplate} throws, and
 * `EditConflict` when another window changed it as well.
 */
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
