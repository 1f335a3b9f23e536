import type { Job, Rule } from '#db/schema.ts';
import { shorten } from '../../lib/shorten.ts';
import { plain } from '../../work-logs/line/names.ts';
import { isOtherPrice, rateForEditedLog } from '../../work-logs/rates/rates.ts';
import { FALLBACK_RATE_PENCE } from '../../records/fallback-rate.ts';
import { sayCondition } from '../rules/match-rule.ts';
import {
  theLast,
  theOnly,
  theUsual,
  theUsualLength,
  type Choice,
  type Knowledge,
  type Learned,
  type LearnedField,
} from './evidence.ts';
import {
  sourceOf,
  type PersonField,
  type SuggestedField,
  type Suggestions,
} from './suggestions.ts';

/** What of an entry the suggestions depend on, and what they fill in. */
export type Subject = {
  source: string | null;
  taskId: string;
  taskName: string;
  nameKey: string;
  projectId: string | null;
  projectName: string | null;
  sectionName: string | null;
  labels: string[];
  description: string;
  duration: number | null;
  clientId: number | null;
  workTypeId: number | null;
  jobId: number | null;
  billable: boolean;
  estimatedHourlyRatePence: number;
  suggestions: Suggestions;
  setByPerson: PersonField[];
};

/** An entry as it is to be. */
export type Filled = Subject & {
  inactiveClientId: number | null;
  /** Whether a rule says that the task is not billable work at all. */
  isArchived: boolean;
};

/** In characters: it stands in a row. */
const LONGEST_REASON = 80;

/**
 * Fills in every field that no person set: by the first rule that fits, else by what was chosen for
 * the same task, for its project and labels, for its project, else by names (docs/decisions/0030).
 * What nothing speaks for any more goes back to what came with the task.
 */
export function fillIn(subject: Subject, knowledge: Knowledge): Filled {
  const rule = knowledge.ruleFor(subject);
  const by = rule && shorten(`by the rule for ${sayCondition(rule)}`, LONGEST_REASON);
  const suggestions: Suggestions = {};
  const isArchived = rule?.archive === true;
  const filled: Filled = { ...subject, suggestions, inactiveClientId: null, isArchived };
  const ofRule = (field: LearnedField): Learned | null => {
    const value = rule?.[field] ?? null;
    return value === null || by === null ? null : { value, reason: by };
  };
  const choices = () => choicesFor(subject, knowledge);
  if (isFree(subject, 'clientId')) {
    const found = ofRule('clientId') ?? learnedClient(choices()) ?? namedClient(subject, knowledge);
    const client = found && knowledge.client(found.value);
    filled.clientId = client?.isActive ? client.id : null;
    if (client && !client.isActive) filled.inactiveClientId = client.id;
    if (client?.isActive) suggestions.clientId = { reason: found?.reason ?? '' };
  }
  if (isFree(subject, 'workTypeId')) {
    const always = ofRule('workTypeId');
    // A rule may name a type that was deleted, or became hardware, since.
    const isUsable = always && knowledge.workType(always.value);
    const found = (isUsable ? always : null) ?? learnedType(subject, choices(), knowledge);
    filled.workTypeId = found?.value ?? null;
    if (found) suggestions.workTypeId = { reason: found.reason };
  }
  if (isFree(subject, 'jobId')) {
    const isOfClient = rule !== null && rule.clientId === filled.clientId;
    const always = isOfClient ? ofRule('jobId') : null;
    const found = jobOf(filled, always, choices, knowledge);
    filled.jobId = found?.value ?? null;
    if (found) suggestions.jobId = { reason: found.reason };
  }
  if (isFree(subject, 'duration')) {
    const was = subject.suggestions.duration?.was;
    const own =
      typeof was === 'number' ? { value: was, reason: `from ${sourceOf(subject)}` } : null;
    const found = ofRule('duration') ?? own ?? learnedLength(choices());
    filled.duration = found?.value ?? null;
    if (found) suggestions.duration = { reason: found.reason, ...(own && { was: own.value }) };
  }
  fillByRule(subject, filled, rule, by);
  if (!subject.setByPerson.includes('estimatedHourlyRate')) {
    filled.estimatedHourlyRatePence = rateOf(subject, filled, knowledge);
  }
  return filled;
}

/** Whether nothing stands in a field, or only a suggestion, and no person emptied it. */
export function isFree(
  { suggestions, setByPerson, ...subject }: Subject,
  field: LearnedField,
): boolean {
  return (
    suggestions[field] !== undefined || (subject[field] === null && !setByPerson.includes(field))
  );
}

/** A description, and whether it is billable: only rules say so, and what came stays beneath. */
function fillByRule(subject: Subject, filled: Filled, rule: Rule | null, by: string | null) {
  const { suggestions } = filled;
  const isOpen = (field: SuggestedField & ('description' | 'billable')) =>
    subject.suggestions[field] !== undefined || !subject.setByPerson.includes(field);
  if (isOpen('description')) {
    const was = subject.suggestions.description?.was;
    const own = typeof was === 'string' ? was : subject.description;
    const text = rule?.description ?? null;
    filled.description = text ?? own;
    if (text !== null && by !== null) suggestions.description = { reason: by, was: own };
  }
  if (isOpen('billable')) {
    const isBillable = rule?.billable ?? null;
    if (isBillable !== null && by !== null) {
      filled.billable = isBillable;
      suggestions.billable = { reason: by };
    } else if (subject.suggestions.billable) filled.billable = true;
  }
}

function choicesFor(subject: Subject, knowledge: Knowledge) {
  const { projectId, labels, nameKey } = subject;
  const ofName = nameKey === '' ? [] : knowledge.choicesOfName(nameKey);
  const ofProject = projectId === null ? [] : knowledge.choicesOfProject(projectId);
  const wanted = [...labels].sort().join('\n');
  return {
    ofTask: knowledge.choicesOfTask(subject.taskId),
    ofNameHere: ofName.filter((choice) => choice.projectId === projectId),
    ofName,
    ofLabels: labels.length === 0 ? [] : ofProject.filter((choice) => sorted(choice) === wanted),
    ofOneLabel: ofProject.filter((choice) => choice.labels.some((label) => labels.includes(label))),
    ofProject,
  };
}

const sorted = ({ labels }: Choice) => [...labels].sort().join('\n');

const TASK = 'of this task';
const NAME = 'of this name';
const LABEL = 'of this project and label';
const PROJECT = 'of this project';
const SECTION = 'of this section';

type Choices = ReturnType<typeof choicesFor>;

function learnedClient(choices: Choices): Learned | null {
  const field = 'clientId';
  return (
    theLast(choices.ofTask, field, TASK) ??
    theLast(choices.ofNameHere, field, NAME) ??
    theUsual(choices.ofLabels, field, LABEL) ??
    theUsual(choices.ofOneLabel, field, LABEL) ??
    theUsual(choices.ofProject, field, PROJECT) ??
    // The same work for several clients says nothing about whose it is.
    theOnly(choices.ofName, field, NAME)
  );
}

function learnedType(subject: Subject, choices: Choices, knowledge: Knowledge): Learned | null {
  const field = 'workTypeId';
  // Neither deleted types nor hardware are known, so what was chosen of them says nothing.
  const usable = (list: Choice[]) =>
    list.filter(({ workTypeId }) => workTypeId !== null && knowledge.workType(workTypeId));
  return (
    theLast(usable(choices.ofTask), field, TASK) ??
    theLast(usable(choices.ofNameHere), field, NAME) ??
    theUsual(usable(choices.ofName), field, NAME) ??
    theUsual(usable(choices.ofLabels), field, LABEL) ??
    theUsual(usable(choices.ofOneLabel), field, LABEL) ??
    // A label that names a type says more than what other tasks of the project were.
    typeOfLabels(subject, knowledge) ??
    theUsual(usable(choices.ofProject), field, PROJECT) ??
    typeNamed(subject, knowledge)
  );
}

/**
 * An open job of the client: the rule's; that of the last completion of this task; the one that section or project are
 * named like; that of most tasks of the same project and section.
 */
function jobOf(
  { clientId, projectName, sectionName }: Filled,
  always: Learned | null,
  choices: () => Choices,
  knowledge: Knowledge,
): Learned | null {
  const open = clientId === null ? [] : knowledge.openJobs(clientId);
  if (open.length === 0) return null;
  const usable = (found: Learned | null) =>
    found && open.some(({ id }) => id === found.value) ? found : null;
  const { ofTask, ofProject } = choices();
  const ours = (list: Choice[]) => list.filter((choice) => choice.clientId === clientId);
  const here = ours(ofProject).filter((choice) => choice.sectionName === sectionName);
  return (
    usable(always) ??
    usable(theLast(ours(ofTask).slice(0, 1), 'jobId', TASK)) ??
    jobNamed(open, sectionName, 'named like the section') ??
    jobNamed(open, projectName, 'named like the project') ??
    usable(theUsual(here, 'jobId', sectionName === null ? PROJECT : SECTION))
  );
}

/** The job of this name, whatever its case, blanks and signs; of several that differ only there, the very same. */
function jobNamed(jobs: Job[], name: string | null, reason: string): Learned | null {
  if (name === null || plain(name) === '') return null;
  const alike = jobs.filter((job) => plain(job.name) === plain(name));
  const found = alike.length > 1 ? alike.find((job) => job.name === name) : alike[0];
  return found ? { value: found.id, reason } : null;
}

const learnedLength = ({ ofTask, ofNameHere, ofName }: Choices): Learned | null =>
  theUsualLength(ofTask, 'this task') ??
  theUsualLength(ofNameHere, 'this name') ??
  theUsualLength(ofName, 'this name');

/** The one client that the project, else the labels, else the task's name names. */
function namedClient(subject: Subject, knowledge: Knowledge): Learned | null {
  const { projectName, labels, taskName } = subject;
  for (const [text, where] of [
    [projectName ?? '', 'named in the project'],
    [labels.join('\n'), 'named by the label'],
    [taskName, 'named in the task'],
  ] as const) {
    const client = knowledge.clientNamedIn(text);
    if (client) return { value: client.id, reason: where };
  }
  return null;
}

function typeOfLabels({ labels }: Subject, knowledge: Knowledge): Learned | null {
  const types = new Set(labels.flatMap((label) => knowledge.workTypeNamedIn(label) ?? []));
  const [only] = types;
  return only && types.size === 1 ? { value: only.id, reason: 'named by the label' } : null;
}

function typeNamed({ taskName, projectName }: Subject, knowledge: Knowledge): Learned | null {
  const inTask = knowledge.workTypeNamedIn(taskName);
  if (inTask) return { value: inTask.id, reason: 'named in the task' };
  const inProject = knowledge.workTypeNamedIn(projectName ?? '');
  return inProject && { value: inProject.id, reason: 'named in the project' };
}

/** The rate for edited logs, where client, type or a job with a rate changed with the suggestions; else as it is. */
function rateOf(subject: Subject, filled: Filled, knowledge: Knowledge): number {
  const job = (id: number | null) => (id === null ? undefined : knowledge.job(id)) ?? null;
  // The rate of a suggested job that was deleted since is still there.
  const isGone = subject.jobId === null && subject.suggestions.jobId !== undefined;
  const isOtherJob = isGone || isOtherPrice(job(subject.jobId), job(filled.jobId));
  const isMoved =
    filled.clientId !== subject.clientId || filled.workTypeId !== subject.workTypeId || isOtherJob;
  if (!isMoved) return subject.estimatedHourlyRatePence;
  const type = filled.workTypeId === null ? undefined : knowledge.workType(filled.workTypeId);
  if (!type)
    return filled.workTypeId === null ? FALLBACK_RATE_PENCE : subject.estimatedHourlyRatePence;
  const client = filled.clientId === null ? undefined : knowledge.client(filled.clientId);
  return rateForEditedLog(client ?? null, type, job(filled.jobId));
}
