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

/** Saves a template. Throws 400 when it is blank, too long, or names an unknown shortcode. */
export function saveTemplate(store: SettingsStore, text: string): void {
  const parsed = TemplateInput.safeParse({ template: text });
  if (!parsed.success) {
    throw invalid('template', parsed.error.issues[0]?.message ?? 'Enter a template.');
  }
  writeSetting(store, 'invoices.template', parsed.data.template);
}
