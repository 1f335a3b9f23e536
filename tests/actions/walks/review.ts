import type { Hands, Thing } from '../hands.ts';
import { both, type Walk } from '../walk.ts';
import type { Task, World } from '../world.ts';

/** What each task of the demo truly was: its work type, and its minutes where Todoist has none. */
const TRUTH: Record<string, [workType: string, minutes?: number]> = {
  'Reset multi-factor sign-in for two people': ['Remote support', 15],
  'Printer in reception does not print': ['Remote support', 30],
  'Set up the new starter’s laptop': ['On-site support', 90],
  'Replace the switch in the comms cupboard': ['On-site support', 120],
  'Move the shared mailbox': ['Remote support', 45],
  'Yearly health check of the network': ['On-site support', 240],
  'Recover the deleted folder from backup': ['Remote support', 60],
  'Call the line provider about the slow connection': ['Remote support', 60],
  'Write up the options for the new phones': ['Consultancy', 120],
  'Office move: cabling and desks': ['On-site support', 480],
  'Renew the certificate of the web site': ['Remote support', 20],
  'Review licences and cancel what is not used': ['Consultancy', 60],
  'Check last night’s backups': ['Remote support', 15],
  'Weekly updates and restart of the server': ['Remote support', 30],
  'Service visit': ['On-site support', 120],
};

/** Whom the work in the projects of former clients was for; else a project is named as its client. */
const NOW_WITH: Record<string, string> = {
  'Quayside Yoga': 'Fairweather Lettings',
  'Bracken Hill Farm Shop': 'Juniper & Rye Bakery',
};

function truthOf({ taskName, projectName }: Task) {
  const [workType, duration] = TRUTH[taskName] ?? [];
  if (workType === undefined || duration === undefined) throw new Error(`Unknown: ${taskName}`);
  const project = projectName ?? '';
  return { client: NOW_WITH[project] ?? project, workType, duration };
}

/** Checks that so many tasks are confirmed, each as it truly was, and that none waits. */
const allTrue =
  (count: number): Walk['check'] =>
  async (world) => {
    const [done, waiting] = [await world.tasks('confirmed'), await world.tasks('pending_review')];
    if (done.length !== count || waiting.length > 0) {
      const left = JSON.stringify(waiting);
      throw new Error(`${done.length} are confirmed; these wait: ${left}`);
    }
    for (const task of done) {
      const truth = truthOf(task);
      const stored = [task.client?.name, task.workType?.name, task.duration];
      const wanted = [truth.client, truth.workType, truth.duration];
      if (stored.join() !== wanted.join()) {
        throw new Error(`${task.taskName}: ${stored.join()} instead of ${wanted.join()}`);
      }
    }
  };

async function secondWeek(world: World): Promise<void> {
  await world.importTasks(4);
  for (const task of await world.tasks('pending_review')) {
    await world.confirmTask(task.id, truthOf(task));
  }
  await world.importTasks(1, 1);
}

const FROM = '/pending-work-logs';
const COUNT = 46;
/** The working days of a week, their backups and updates, as the sample has them. */
const COUNT_LATER = COUNT + 11;

const field = (name: string, task: string): Thing => ({
  // A field with a list is a combobox.
  role: name === 'Client' ? 'textbox' : 'combobox',
  name: new RegExp(`^${name} of .*${task}`),
});
const button = (name: string | RegExp): Thing => ({ role: 'button', name });
const option = (name: string): Thing => ({
  role: 'option',
  name,
  within: { role: 'listbox', name: 'Choices' },
});

const LABELS = [
  { label: 'support', first: 'Call the line', type: 'Remote support', typed: 'r' },
  { label: 'onsite', first: 'Service visit', type: 'On-site support', typed: 'o' },
];
/** What the tasks lack beside a work type, each in the order of the list. */
const LACKING = [
  { task: 'Call the line', what: 'Client', typed: 'j', choice: 'Juniper & Rye Bakery' },
  { task: 'Call the line', what: 'Duration', typed: '1', choice: '1h 0m' },
  { task: 'Yearly health', what: 'Duration', typed: '4', choice: '4h 0m' },
  { task: 'Set up the new', what: 'Client', typed: 'f', choice: 'Fairweather Lettings' },
  { task: 'Office move', what: 'Duration', typed: '8', choice: '8h 0m' },
];

/** More moves than there are groups. */
const MOST_MOVES = 20;

/** Goes down to the task with this in its name, unless it has the focus already. */
async function goTo(hands: Hands, task: string): Promise<void> {
  for (let presses = 0; presses < MOST_MOVES; presses += 1) {
    if (await hands.hasIn(new RegExp(`^Select .*${task}`))) return;
    await hands.press('ArrowDown');
  }
  throw new Error(`The arrows do not come to ${task}`);
}

async function setByKey(hands: Hands, key: string, typed: string): Promise<void> {
  await hands.press(key);
  await hands.type(typed);
  await hands.press('Enter');
  await hands.settles();
}

/** The first group alone, then all of a label at once, what is complete, and what was left. */
async function byKeys(hands: Hands): Promise<void> {
  const setAlone = async ({ task, what, typed }: (typeof LACKING)[number]) => {
    await goTo(hands, task);
    await setByKey(hands, what === 'Client' ? 'c' : 'd', typed);
  };
  const [first, second, ...others] = LACKING;
  for (const one of [first, second]) if (one) await setAlone(one);
  for (const { first: task, typed } of LABELS) {
    await goTo(hands, task);
    await hands.press('s');
    await hands.settles();
    await setByKey(hands, 't', typed);
  }
  await confirmAll(hands);
  await hands.press('Escape');
  for (const one of others) await setAlone(one);
  await confirmAll(hands);
}

async function confirmAll(hands: Hands): Promise<void> {
  for (const key of ['e', 'Enter']) {
    await hands.press(key);
    await hands.settles();
  }
}

/** Sets a field by the list that opens below it. */
async function pick(hands: Hands, thing: Thing, choice: string): Promise<void> {
  await hands.click(thing);
  await hands.click(option(choice));
  await hands.settles();
}

/** Types into a field, and presses the button that saves it. */
async function typeIn(hands: Hands, thing: Thing, typed: string, save: Thing): Promise<void> {
  await hands.click(thing);
  await hands.type(typed);
  await hands.click(save);
}

function byMouse(hasScripts: boolean): (hands: Hands) => Promise<void> {
  return async (hands) => {
    const forSelected: Thing = { role: 'combobox', name: 'Work type for the selected' };
    for (const { label, type, typed } of LABELS) {
      await hands.click(button(`Select all labelled ${label}`));
      await hands.settles();
      if (hasScripts) await pick(hands, forSelected, type);
      else await typeIn(hands, forSelected, typed, button('Assign'));
    }
    for (const { task, what, typed, choice } of LACKING) {
      const thing = field(what, task);
      if (hasScripts) await pick(hands, thing, choice);
      else await typeIn(hands, thing, typed, button(new RegExp(`^Save .*${task}`)));
    }
    await hands.click(button(/^Select all \d+$/));
    await hands.settles();
    await hands.click(button('Confirm Selected'));
    await hands.settles();
  };
}

const FIRST = { what: "The demo's 46 tasks reviewed", from: FROM, check: allTrue(COUNT) };
const LATER = {
  what: 'A second week of them reviewed',
  from: FROM,
  before: secondWeek,
  check: allTrue(COUNT_LATER),
};
const before = (world: World) => world.importTasks(4);

export const REVIEW_WALKS: Walk[] = [
  { ...FIRST, by: 'keyboard', promise: 40, before, steps: { scripts: byKeys } },
  {
    ...FIRST,
    by: 'mouse',
    promise: 60,
    isPromisedWithout: true,
    before,
    steps: { scripts: byMouse(true), none: byMouse(false) },
  },
  { ...LATER, by: 'keyboard', promise: 15, steps: { scripts: confirmAll } },
  {
    ...LATER,
    by: 'mouse',
    promise: 15,
    isPromisedWithout: true,
    steps: both(async (hands) => {
      await hands.click(button(/^Select all \d+$/));
      await hands.settles();
      await hands.click(button('Confirm Selected'));
      await hands.settles();
    }),
  },
];
