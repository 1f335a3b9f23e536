import { eq } from 'drizzle-orm';
import { write, type Database } from '#db/connection.server.ts';
import { clients, jobs, rules, workTypes } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only } from '../../http/form/made-from.server.ts';
import { sayHours, toHoursInput } from '../../lib/duration.ts';
import { notFound } from '../../lib/errors.ts';
import { cleanLine } from '../../lib/text.ts';
import { findChosen, taskOptions } from '../chosen.server.ts';
import { getPendingLog } from '../pending-list.server.ts';
import { nameKey } from '../suggest/names.ts';
import { isSomething } from './match-rule.ts';
import { requireWhole, type NamedRule, type RuleInput } from './rules.ts';

type RuleServices = Pick<Services, 'db' | 'clock'>;

/** All rules in the order in which they count. */
export function listRules({ db }: Pick<Services, 'db'>): NamedRule[] {
  return db
    .select({
      rule: rules,
      clientName: clients.name,
      workTypeName: workTypes.name,
      jobName: jobs.name,
    })
    .from(rules)
    .leftJoin(clients, eq(clients.id, rules.clientId))
    .leftJoin(workTypes, eq(workTypes.id, rules.workTypeId))
    .leftJoin(jobs, eq(jobs.id, rules.jobId))
    .orderBy(rules.position, rules.id)
    .all()
    .map(({ rule, ...names }, index) => ({ ...rule, ...names, place: index + 1 }));
}

/** One rule, if there is such a one. */
export function findRule(services: Pick<Services, 'db'>, id: number): NamedRule | null {
  return listRules(services).find((one) => one.id === id) ?? null;
}

/** One rule. Throws 404. */
export function getRule(services: Pick<Services, 'db'>, id: number): NamedRule {
  const rule = findRule(services, id);
  if (!rule) throw notFound('The rule');
  return rule;
}

/** Adds a rule at a place (from 1), else as the last. Throws 400 for a client, work type or job that cannot be chosen. */
export function createRule(
  services: RuleServices,
  input: RuleInput,
  place: number | null = null,
): NamedRule {
  const { db, clock } = services;
  return write(db, () => {
    checkNames(db, input, null);
    const now = clock();
    const position = positionFor(services, null, place ?? Infinity);
    const { id } = db
      .insert(rules)
      .values({ ...input, position, createdAt: now, updatedAt: now })
      .returning({ id: rules.id })
      .get();
    return getRule(services, id);
  });
}

/**
 * Changes what a rule says, and moves it to a place (from 1) if one is given. Its job goes with a change of the client,
 * unless another is named. Throws 404, and 400 as above.
 */
export function updateRule(
  services: RuleServices,
  id: number,
  change: Partial<RuleInput>,
  place: number | null = null,
): NamedRule {
  const { db, clock } = services;
  return write(db, () => {
    const before = getRule(services, id);
    const { clientId = before.clientId } = change;
    const { jobId = clientId === before.clientId ? before.jobId : null } = change;
    checkNames(db, { ...before, ...change, jobId }, before);
    const position = place === null ? before.position : positionFor(services, id, place);
    db.update(rules)
      .set({ ...change, jobId, position, updatedAt: clock() })
      .where(eq(rules.id, id))
      .run();
    return getRule(services, id);
  });
}

/** Moves a rule to a place, from 1; beyond the last it comes last. Throws 404. */
export function moveRule(services: RuleServices, id: number, place: number): NamedRule {
  return updateRule(services, id, {}, place);
}

/** Deletes a rule; what it suggested goes with it. Throws 404. */
export function deleteRule(services: RuleServices & Pick<Services, 'logger'>, id: number): void {
  write(services.db, () => {
    getRule(services, id);
    services.db.delete(rules).where(eq(rules.id, id)).run();
  });
  services.logger.info({ event: 'deleted', record: `rule:${id}` }, 'A rule was deleted');
}

/** Between two rules there is room for others, so that a move changes one rule only. */
const STEP = 1_000_000;

/** The number that orders a rule (a new one: null) at a place among the others, beyond the last as the last. */
function positionFor(services: RuleServices, id: number | null, place: number): number {
  const others = listRules(services).filter((rule) => rule.id !== id);
  const after = others[Math.min(place, others.length + 1) - 2]?.position;
  const before = others[place - 1]?.position;
  if (before === undefined) return (after ?? 0) + STEP;
  const middle = Math.floor(((after ?? 0) + before) / 2);
  if (middle > (after ?? 0)) return middle;
  // There is no room left: all get new positions.
  others.forEach((rule, index) => {
    const position = (index + 1) * STEP;
    services.db.update(rules).set({ position }).where(eq(rules.id, rule.id)).run();
  });
  return positionFor(services, id, place);
}

type Names = Pick<RuleInput, 'clientId' | 'workTypeId' | 'jobId'>;

/** Only what can be chosen; a rule keeps what it has, also when that can no longer be. */
function checkNames(db: Database, input: Names, before: Names | null): void {
  const { clientId, jobId } = input;
  const workTypeId = input.workTypeId === before?.workTypeId ? null : input.workTypeId;
  findChosen(db, { clientId, workTypeId, jobId }, before);
}

/** The texts in the fields of a rule's form. */
export function ruleFormValues(rule: RuleInput) {
  return {
    project: rule.project ?? '',
    label: rule.label ?? '',
    words: rule.words ?? '',
    clientId: String(rule.clientId ?? ''),
    workTypeId: String(rule.workTypeId ?? ''),
    jobId: String(rule.jobId ?? ''),
    duration: rule.duration === null ? '' : toHoursInput(rule.duration),
    description: rule.description ?? '',
    billable: rule.billable === null ? '' : String(rule.billable),
    archive: rule.archive === true ? 'on' : 'off',
  };
}

const MOST_LETTERS = 200;

/** A rule for tasks like this one: its project, its only label, its name's words, and what it has. Throws 404. */
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
    jobId: entry.jobId,
    duration: entry.duration,
    description: entry.setByPerson.includes('description') ? entry.description || null : null,
    billable: entry.billable ? null : false,
    archive: null,
  };
}

function conditionFrom(text: string | null | undefined): string | null {
  return text && isSomething(text) ? text : null;
}

/** The clients, work types and jobs that the form offers: always the rule's own, and no hardware. */
export function ruleOptions(services: Pick<Services, 'db'>, rule: RuleInput | null) {
  const { clients, workTypes, jobs } = taskOptions(services, rule);
  const short = ({ id, name }: { id: number; name: string }) => ({ id, name });
  return { clients: clients.map(short), workTypes: workTypes.map(short), ...(jobs && { jobs }) };
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
    const say: Record<string, (text: string) => string> = {
      clientId: () => rule.clientName ?? '',
      workTypeId: () => rule.workTypeName ?? '',
      jobId: () => rule.jobName ?? 'none',
      duration: sayHours,
      archive: (text) => (text === 'on' ? 'archive' : 'do not archive'),
    };
    const { changed } = mergeEdit(form, {
      version: rule.version,
      values: ruleFormValues(rule),
      say: (name, text) => say[name]?.(text) ?? text,
    });
    const change = only(input, changed);
    // As in the form of a log: a job of the old client is refused.
    if (changed.has('clientId')) change.jobId = input.jobId;
    requireWhole({ ...rule, ...change });
    return updateRule(services, id, change);
  });
}
