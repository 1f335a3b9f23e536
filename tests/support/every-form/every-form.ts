import type { FormCase } from './form-case.ts';
import { INVOICE_FORMS } from './invoice-forms.ts';
import { LIST_FORMS, REVIEW_FORMS } from './list-forms.ts';
import { SETTING_FORMS } from './setting-forms.ts';
import { WORK_FORMS } from './work-forms.ts';

/** Every form of the product that changes something. */
export const EVERY_FORM: FormCase[] = [
  ...WORK_FORMS,
  ...LIST_FORMS,
  ...REVIEW_FORMS,
  ...INVOICE_FORMS,
  ...SETTING_FORMS,
];
