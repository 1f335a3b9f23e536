/** What a Todoist account holds, and believable contents for it. */

export type TodoistProject = { id: string; name: string; isArchived: boolean };

/** A part of a project; accounts without any leave them out. */
export type TodoistSection = { id: string; projectId: string; name: string };

export type TodoistTask = {
  id: string;
  projectId: string | null;
  sectionId?: string;
  content: string;
  description: string;
  labels: string[];
  duration: { amount: number; unit: 'minute' | 'day' } | null;
  /** When it recurs, such as "every Monday"; null for a task that is done once. */
  repeats: string | null;
  /** Whether a recurring task was ended for good with its last completion. */
  isFinished?: boolean;
  /** Whether it was deleted: it leaves the lists, and is still shown by its id. One that was purged is in no account. */
  isDeleted?: boolean;
};

/** A completion; `by` is the id of whoever completed a task of a shared project. */
export type TodoistCompletion = { taskId: string; at: Date; by?: string };

export type TodoistAccount = {
  projects: TodoistProject[];
  sections?: TodoistSection[];
  tasks: TodoistTask[];
  completions: TodoistCompletion[];
};

const DAY = 86_400_000;
const MINUTE = 60_000;

/** Content, label, minutes; `day` for a whole day, null for no duration. */
const ONE_OFF = [
  ['Reset multi-factor sign-in for two people', 'support', 15],
  ['Printer in reception does not print', 'support', 30],
  ['Set up the new starter’s laptop', 'onsite', 90],
  ['Replace the switch in the comms cupboard', 'onsite', 120],
  ['Move the shared mailbox', 'support', 45],
  ['Yearly health check of the network', 'onsite', 'day'],
  ['Recover the deleted folder from backup', 'support', 60],
  ['Call the line provider about the slow connection', 'support', null],
  ['Write up the options for the new phones', 'consultancy', 120],
  ['Office move: cabling and desks', 'onsite', 'day'],
  ['Renew the certificate of the web site', 'support', 20],
  ['Review licences and cancel what is not used', 'consultancy', 60],
] as const;

/** Content, label, minutes, how often, working days between. */
const REPEATED = [
  ['Check last night’s backups', 'support', 15, 'every weekday', 1],
  ['Weekly updates and restart of the server', 'support', 30, 'every Friday', 5],
  ['Service visit', 'onsite', 120, 'every 2 weeks', 10],
] as const;

/**
 * A few weeks of a consultant's tasks up to `now`: a project for each client, most tasks with
 * minutes, some with a whole day, some without a duration, and recurring ones. The same
 * arguments give the same account.
 */
export function sampleTasks(options: {
  now: Date;
  weeks: number;
  clientNames: string[];
}): TodoistAccount {
  const { now, weeks, clientNames } = options;
  const projects = clientNames.map((name, index) => ({
    id: projectId(index),
    name,
    isArchived: false,
  }));
  const account: TodoistAccount = { projects, tasks: [], completions: [] };
  const workingDays = weekdaysBefore(now, weeks);
  if (projects.length === 0) return account;

  workingDays.forEach((day, index) => {
    const [content, label, length] = ONE_OFF[index % ONE_OFF.length] ?? ONE_OFF[0];
    const project = projects[(index * 5) % projects.length];
    const task = { ...once(`one${index}`, content), projectId: project?.id ?? null };
    account.tasks.push({ ...task, labels: [label], duration: durationOf(length) });
    complete(account, task.id, new Date(day.getTime() + (9 * 60 + ((index * 47) % 480)) * MINUTE));
  });
  REPEATED.forEach(([content, label, minutes, repeats, between], index) => {
    const project = projects[index % projects.length];
    const task = { ...once(`rec${index}`, content), projectId: project?.id ?? null };
    account.tasks.push({ ...task, labels: [label], duration: durationOf(minutes), repeats });
    workingDays
      .filter((_, place) => (place + index) % between === 0)
      .forEach((day, place) => {
        complete(account, task.id, new Date(day.getTime() + (8 * 60 + 7 * index + place) * MINUTE));
      });
  });
  account.completions = account.completions.filter(({ at }) => at < now);
  return account;
}

/**
 * Exactly `count` completions, `recurring` of them of recurring tasks, spread evenly over the
 * `months` of 30 days that end at `until`. No two are alike, and the same arguments give the
 * same account.
 */
export function manyCompletions(options: {
  count: number;
  recurring: number;
  months: number;
  until: Date;
}): TodoistAccount {
  const { count, recurring, months, until } = options;
  const length = months * 30 * DAY;
  const projects = ['Harbour View Dental', 'Copper Kettle Cafés', 'Quayside Yoga'].map(
    (name, index) => ({ id: projectId(index), name, isArchived: index === 2 }),
  );
  const repeated = Array.from({ length: recurring === 0 ? 0 : 8 }, (_, index) => ({
    ...once(`daily${index}`, `Recurring task ${index + 1}`),
    repeats: 'every day',
    projectId: projectId(index % projects.length),
  }));
  const account: TodoistAccount = { projects, tasks: [...repeated], completions: [] };
  for (let index = 0; index < count; index += 1) {
    const at = new Date(until.getTime() - length + Math.floor(((index + 0.5) * length) / count));
    const before = Math.floor((index * recurring) / count);
    const isRecurring = Math.floor(((index + 1) * recurring) / count) > before;
    const again = isRecurring ? repeated[before % repeated.length] : undefined;
    if (again) {
      complete(account, again.id, at);
      continue;
    }
    const task = { ...once(`plain${index}`, `Task ${index + 1}`), duration: durationOf(30) };
    account.tasks.push({ ...task, projectId: projectId(index % projects.length) });
    complete(account, task.id, at);
  }
  return account;
}

function complete(account: TodoistAccount, taskId: string, at: Date): void {
  account.completions.push({ taskId, at });
}

function once(id: string, content: string): TodoistTask {
  return {
    id: `6X${id}`,
    projectId: null,
    content,
    description: '',
    labels: [],
    duration: null,
    repeats: null,
  };
}

function projectId(index: number): string {
  return `6Xproject${index + 1}`;
}

function durationOf(length: number | 'day' | null): TodoistTask['duration'] {
  if (length === null) return null;
  return length === 'day' ? { amount: 1, unit: 'day' } : { amount: length, unit: 'minute' };
}

/** The midnights (UTC) of all Mondays to Fridays in so many weeks up to today, oldest first. */
function weekdaysBefore(now: Date, weeks: number): Date[] {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  return Array.from({ length: weeks * 7 }, (_, index) => new Date(today - index * DAY))
    .filter((day) => day.getUTCDay() !== 0 && day.getUTCDay() !== 6)
    .reverse();
}
