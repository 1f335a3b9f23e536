import type { Services } from '../../context.server.ts';
import { invalid } from '../../lib/errors.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import { discountField, NO_CHOICES, type InvoiceChoices } from '../lines/choices.ts';
import { discountName } from './field-names.ts';
import { isLeftOut, planInvoices, planPage } from './plan.server.ts';
import type { ReadChoices } from './read-choices.server.ts';

type PlanServices = Pick<Services, 'db' | 'config' | 'ledger'>;

/** Notes at its field why a discount cannot be given, so that nothing is made before that is put right. */
export function noteDiscounts(
  services: PlanServices,
  filters: WorkLogFilters,
  { choices, issues }: ReadChoices,
  shown: string | null,
): void {
  if (![...choices.invoices.values()].some(({ discount }) => discount !== null)) return;
  for (const group of planPage(services, filters, choices, shown).groups) {
    const problem = isLeftOut(group) ? null : group.discountProblem;
    if (problem !== null) issues.set(discountName(group.key), problem);
  }
}

/**
 * The choices of a call of the API with a discount on the one invoice that these filters give. Throws 400, at
 * `discount`, where it cannot be read or given, or where they give several.
 */
export function chooseDiscount(
  services: PlanServices,
  filters: WorkLogFilters,
  text: string | null,
): InvoiceChoices {
  const refuse = (why: string) => invalid('discount', `${why} No invoices were created.`);
  const { data: discount, error } = discountField.safeParse(text);
  if (error) throw refuse(error.issues[0]?.message ?? '');
  const [group, ...others] = discount ? planInvoices(services, filters).groups : [];
  if (!discount || !group) return NO_CHOICES;
  if (others.length > 0) {
    const count = others.length + 1;
    throw refuse(`A discount is for one invoice, and these filters give ${count}. Narrow them.`);
  }
  const choice = { isLeftOut: false, day: null, dueDay: null, poNumber: undefined, discount };
  const invoices = new Map([[group.key, { ...choice, keptPer: undefined }]]);
  const choices = { ...NO_CHOICES, invoices };
  const problem = planInvoices(services, filters, choices).groups[0]?.discountProblem;
  if (problem) throw refuse(problem);
  return choices;
}
