import { invalid } from '../../lib/errors.ts';
import {
  readSetting,
  writeSetting,
  type SettingsStore,
} from '../../platform/settings-store.server.ts';
import { DEFAULT_TEMPLATE } from './default-template.ts';
import { TemplateInput } from './template-input.ts';

/** How an invoice's line describes a log: the saved template, or the default. */
export function readTemplate(store: SettingsStore): string {
  return readSetting(store, 'invoices.template') ?? DEFAULT_TEMPLATE;
}

/** Keeps a template. Throws 400 for one that is blank after trimming, or too long. */
export function saveTemplate(store: SettingsStore, text: string): void {
  const parsed = TemplateInput.safeParse({ template: text });
  if (!parsed.success) {
    throw invalid('template', parsed.error.issues[0]?.message ?? 'Enter a template.');
  }
  writeSetting(store, 'invoices.template', parsed.data.template);
}
