import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only } from '../../http/form/made-from.server.ts';
import { sayHours, toHoursInput } from '../../lib/duration.ts';
import { cleanLine } from '../../lib/text.ts';
import { loadWorkLogOptions, withCurrent } from '../../work-logs/form/form-options.server.ts';
import { getWorkType } from '../../work-types/work-types.server.ts';
import { getPendingLog } from '../pending-list.server.ts';
import { nameKey } from '../suggest/names.ts';
import { isSomething } from './match-rule.ts';
import { getRule, inputOf, updateRule, type RuleServices } from './rules.server.ts';
import { requireWhole, type NamedRule, type RuleInput } from './rules.ts';

/** The texts in the fields of a rule's form. */
export function ruleFormValues(rule: RuleInput) {
  return {
    project: rule.project ?? '',
    label: rule.label ?? '',
    words: rule.words ?? '',
    clientId: String(rule.clientId ?? ''),
    workTypeId: String(rule.workTypeId ?? ''),
    duration: rule.duration === null ? '' : toHoursInput(rule.duration),
    description: rule.description ?? '',
    billable: rule.billable === null ? '' : String(rule.billable),
    archive: rule.archive === true ? 'on' : 'off',
  };
}

/** The longest words that a form is filled with, in characters. */
const MOST_LETTERS = 200;

/**
 * A rule for tasks like this one: of its project, with its label where it has just one, and the
 * words of its name, where a rule can be for them; with what it has. Throws 404.
 */
export function ruleFromEntry(services: Pick<Services, 'db'>, id: number): RuleInput {
  const entry = getPendingLog(services, id);
  // Whole words: part of one fits no task.
  const name = nameKey(entry.taskName) || cleanLine(entry.taskName);
  const words = `${name} `.slice(0, MOST_LETTERS + 1).replace(/ ?[^ ]*$/, '');
  return {
    project: conditionFrom(entry.projectName),
    label: conditionFrom(entry.labels.length === 1 ? entry.labels[0] : null),
    words: conditionFrom(words),
    clientId: entry.clientId,
    workTypeId: entry.workTypeId,
    duration: entry.duration,
    description: entry.setByPerson.includes('description') ? entry.description || null : null,
    billable: entry.billable ? null : false,
    archive: null,
  };
}

function conditionFrom(text: string | null | undefined): string | null {
  return text && isSomething(text) ? text : null;
}

/** The clients and work types that the form offers: always the rule's own, and no hardware. */
export function ruleOptions(services: Pick<Services, 'db'>, rule: RuleInput | null) {
  const { clients, workTypes } = withCurrent(
    loadWorkLogOptions(services),
    rule?.clientId == null ? null : getClient(services, rule.clientId),
    rule?.workTypeId == null ? null : getWorkType(services, rule.workTypeId),
  );
  return {
    clients: clients.map(({ id, name }) => ({ id, name })),
    workTypes: workTypes
      .filter(({ isHardware }) => !isHardware)
      .map(({ id, name }) => ({ id, name })),
  };
}

/**
 * Saves the Edit Rule form. Fields that were changed elsewhere since the form was loaded keep those
 * changes. Throws what `updateRule` throws, 400 where nothing would be left of the rule, and `EditConflict`
 * when the form changes such a field too.
 */
export function saveEditedRule(
  services: RuleServices,
  id: number,
  form: PostedForm<unknown>,
  input: RuleInput,
): NamedRule {
  return write(services.db, () => {
    const rule = getRule(services, id);
    const { clients, workTypes } = ruleOptions(services, rule);
    const nameIn = (list: { id: number; name: string }[], text: string) =>
      list.find((one) => String(one.id) === text)?.name ?? '';
    const say: Record<string, (text: string) => string> = {
      clientId: (text) => nameIn(clients, text),
      workTypeId: (text) => nameIn(workTypes, text),
      duration: sayHours,
      archive: (text) => (text === 'on' ? 'archive' : 'do not archive'),
    };
    const { changed } = mergeEdit(form, {
      version: rule.version,
      values: ruleFormValues(rule),
      say: (name, text) => say[name]?.(text) ?? text,
    });
    const merged = { ...inputOf(rule), ...only(input, changed) };
    requireWhole(merged);
    return updateRule(services, id, merged);
  });
}
