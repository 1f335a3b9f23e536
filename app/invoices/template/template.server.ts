import { write } from '#db/connection.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { invalid } from '../../lib/errors.ts';
import {
  readSetting,
  writeSetting,
  type SettingsStore,
} from '../../platform/settings-store.server.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { TemplateInput } from './template-input.ts';

/** The template of an invoice line's description: the saved one, or the default. */
export function readTemplate(store: SettingsStore): string {
  return readSetting(store, 'invoices.template') ?? DEFAULT_TEMPLATE;
}

/** What the form of the template is made from. */
export function templateMadeFrom(store: SettingsStore) {
  const values = { template: readTemplate(store) };
  return { version: versionOfValues(values), values };
}

/**
 * Saves a template from its form. Throws what {@link saveTemplate} throws, and `EditConflict` when
 * another window saved another one since the form was made.
 */
export function saveEditedTemplate(
  store: SettingsStore,
  form: PostedForm<unknown>,
  text: string,
): void {
  write(store.db, () => {
    mergeEdit(form, { ...templateMadeFrom(store), say: (_, theirs) => theirs });
    saveTemplate(store, text);
  });
}

/** Saves a template. Throws 400 when it is blank, too long, or names an unknown shortcode. */
export function saveTemplate(store: SettingsStore, text: string): void {
  const parsed = TemplateInput.safeParse({ template: text });
  if (!parsed.success) {
    throw invalid('template', parsed.error.issues[0]?.message ?? 'Enter a template.');
  }
  writeSetting(store, 'invoices.template', parsed.data.template);
}
