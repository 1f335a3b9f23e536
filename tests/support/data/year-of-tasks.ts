import type { CompletedTask } from '#app/pending-work-logs/import/task-source.ts';
import { createRandom, type Random } from '../../exactly-once/random.ts';

/**
 * A consultant's year in Todoist, made up of what makes suggestions hard: projects that several
 * clients share, tasks without a project, renamed and handed-over projects, a client that is new and
 * one that left, labels that are missing or wrong, and answers that are simply noise.
 */

/** What a person makes of a task: names of a client and a work type; null for no billable work. */
export type Truth = { client: string; workType: string; minutes: number } | null;
export type TrueTask = { task: CompletedTask; truth: Truth };

const DAY = 86_400_000;
const WEEKS = 52;
/** A Monday. */
export const START = Date.UTC(2025, 5, 2);

export const CLIENTS = [
  'Harbour View Dental',
  'Thornbury & Lyle Solicitors',
  'Copper Kettle Cafés',
  'Pennine Timber Supplies',
  'St Brannock’s Primary School',
  'Fairweather Lettings',
  'Ellis Grange Veterinary Practice',
  'Northgate Community Theatre',
  'Marlow Brothers Engineering',
  'Juniper & Rye Bakery',
  'Quayside Yoga',
  'Bracken Hill Farm Shop',
] as const;
export const WORK_TYPES = ['Remote support', 'On-site support', 'Consultancy', 'Projects'] as const;
type WorkType = (typeof WORK_TYPES)[number];

type Project = {
  id: string;
  /** Its name in a week. */
  name: (week: number) => string;
  /** Whose it is in a week; of several, the task says which, or nothing does. */
  owners: (week: number) => readonly [string, ...string[]];
  /** How much of the work is in it. */
  share: number;
};

const own = (id: string, client: string, name: string, share: number): Project => ({
  id,
  name: () => name,
  owners: () => [client],
  share,
});

const PROJECTS: readonly Project[] = [
  own('p1', CLIENTS[0], 'Harbour View Dental', 9),
  own('p2', CLIENTS[1], 'Thornbury and Lyle', 9),
  // Nothing in its name says whose it is.
  own('p3', CLIENTS[2], 'Till roll-out', 6),
  own('p4', CLIENTS[3], 'PENNINE TIMBER SUPPLIES – retainer', 8),
  own('p5', CLIENTS[4], 'School', 8),
  // Renamed in the summer.
  { ...own('p6', CLIENTS[5], '', 6), name: (week) => (week < 20 ? 'Fairweather' : 'FL 2026') },
  own('p7', CLIENTS[6], 'Ellis Grange', 6),
  // Handed over to another client.
  {
    id: 'p8',
    name: () => 'Box office',
    owners: (week) => [week < 26 ? CLIENTS[7] : CLIENTS[9]],
    share: 5,
  },
  // A client who comes in autumn, and one who leaves.
  { ...own('p9', CLIENTS[8], 'Marlow Brothers Engineering', 0), share: 7 },
  own('p10', CLIENTS[10], 'Quayside Yoga', 3),
  // Shared by several.
  {
    id: 'desk',
    name: () => 'Help desk',
    owners: () => [CLIENTS[0], CLIENTS[3], CLIENTS[11]],
    share: 8,
  },
  { id: 'net', name: () => 'Networks', owners: () => [CLIENTS[4], CLIENTS[6]], share: 4 },
];
const [FIRST_PROJECT] = PROJECTS as readonly [Project, ...Project[]];

const isThere = (client: string, week: number) =>
  client === CLIENTS[8] ? week >= 14 : client === CLIENTS[10] ? week < 40 : true;

/** What comes up again and again, of which type, how long, and the label it should have. */
const ONE_OFFS: Record<
  WorkType,
  { label: string; minutes: number[]; names: [string, ...string[]] }
> = {
  'Remote support': {
    label: 'support',
    minutes: [15, 15, 30, 30, 45],
    names: [
      'Reset sign-in for {person}',
      '{person} cannot print',
      'Mailbox of {person} is full',
      'VPN drops for {person}',
      'Restore a deleted folder',
      'Calendar permissions for {person}',
    ],
  },
  'On-site support': {
    label: 'onsite',
    minutes: [60, 90, 120, 120],
    names: [
      'Visit: desk move',
      'Replace the switch in the cupboard',
      'Trace the Wi-Fi in room {number}',
      'Set up a workstation for {person}',
    ],
  },
  Consultancy: {
    label: 'consultancy',
    minutes: [60, 90, 120],
    names: [
      'Licence review with {person}',
      'Options paper: phones',
      'Cyber Essentials, part {number}',
    ],
  },
  Projects: {
    label: 'project',
    minutes: [120, 180, 240],
    names: ['Migration step {number}', 'New server: stage {number}', 'Roll-out, week {number}'],
  },
};
const PEOPLE = [
  'Priya',
  'Gareth',
  'Mina',
  'Dave',
  'Helen',
  'Tom',
  'Sian',
  'Bea',
  'Owen',
  'Clara',
] as const;

type Recurring = {
  id: string;
  name: string;
  project: Project;
  type: (week: number) => WorkType;
  minutes: number;
  /** Every so many weeks. */
  every: number;
};

function recurringTasks(random: Random): Recurring[] {
  return PROJECTS.filter(({ owners }) => owners(0).length === 1).flatMap((project, index) => {
    const task = (name: string, type: WorkType, minutes: number, every: number): Recurring => ({
      id: `r${index}-${name}`,
      name,
      project,
      // One in eight becomes another kind of work during the year.
      type: random.oneIn(8) ? (week) => (week < 30 ? type : 'Consultancy') : () => type,
      minutes,
      every,
    });
    return [
      task('Check backups', 'Remote support', 15, 1),
      ...(index % 2 === 0 ? [task('Updates and restart', 'Remote support', 30, 2)] : []),
      ...(index % 3 === 0 ? [task('Service visit', 'On-site support', 120, 4)] : []),
      ...(index % 4 === 0 ? [task('Monthly report', 'Consultancy', 60, 4)] : []),
    ];
  });
}

/** The weeks of the year, each with its tasks in order, and the true answers. The same seed, the same year. */
export function yearOfTasks(seed: number): TrueTask[][] {
  const random = createRandom(seed);
  const repeated = recurringTasks(random);
  let number = 0;
  const make = (
    week: number,
    {
      id,
      name,
      project,
      labels,
      truth,
      own = null,
    }: {
      id: string;
      name: string;
      project: Project | null;
      labels: string[];
      truth: Truth;
      own?: number | null;
    },
  ): TrueTask => {
    number += 1;
    const at = START + week * 7 * DAY + random.below(5) * DAY + (8 + random.below(9)) * 3_600_000;
    return {
      truth,
      task: {
        taskId: id,
        completedAt: new Date(Math.floor(at / 60_000) * 60_000 + number * 1_000),
        content: name,
        description: '',
        projectId: project?.id ?? null,
        projectName: project?.name(week) ?? null,
        labels,
        durationMinutes: own,
        isRecurring: false,
        raw: {},
      },
    };
  };
  const oneOff = (week: number): TrueTask => {
    const place = pickProject(random, week);
    const [client, type] = [pickClient(random, place, week), pickType(random)];
    const { label, minutes, names } = ONE_OFFS[type];
    const text = random
      .pick(names)
      .replace('{person}', random.pick(PEOPLE))
      .replace('{number}', String(1 + random.below(9)));
    const isUnclear = place === null || place.owners(week).length > 1;
    // Where the project does not say whose it is, people often do, not always.
    const name = isUnclear && !random.oneIn(3) ? `${client}: ${text}` : text;
    const labelled = random.below(20);
    // Three in four have their label, one in twenty a wrong one, the rest none.
    const labels = labelled < 15 ? [label] : labelled === 15 ? ['support'] : [];
    const own = random.oneIn(2) ? minutes[random.below(minutes.length)] : null;
    const length = own ?? minutes[random.below(minutes.length)] ?? 30;
    return make(week, {
      id: `one${number}`,
      name,
      project: place,
      labels: random.oneIn(10) ? [...labels, 'urgent'] : labels,
      truth: noisy(random, { client, workType: type, minutes: length }),
      own,
    });
  };
  return Array.from({ length: WEEKS }, (_, week) => {
    const again = repeated
      .filter(({ every, project }) => week % every === 0 && isThere(project.owners(week)[0], week))
      .map(({ id, name, project, type, minutes }) =>
        make(week, {
          // A recurring task is made anew now and then, under another id.
          id: `${id}-${Math.floor(week / 17)}`,
          name,
          project,
          labels: [],
          truth: noisy(random, {
            client: project.owners(week)[0],
            workType: type(week),
            minutes: random.oneIn(6) ? minutes + 15 : minutes,
          }),
        }),
      );
    const once = Array.from({ length: 18 + random.below(10) }, () => oneOff(week));
    const internal = Array.from({ length: 2 }, () =>
      make(week, {
        id: `own${number}`,
        name: random.pick(['Do the books', 'Order toner', 'Read about certificates']),
        project: { ...FIRST_PROJECT, id: 'me', name: () => 'Office' },
        labels: ['internal'],
        truth: null,
      }),
    );
    return [...again, ...once, ...internal].sort(
      (a, b) => a.task.completedAt.getTime() - b.task.completedAt.getTime(),
    );
  });
}

function pickProject(random: Random, week: number): Project | null {
  // One in twelve is in no project.
  if (random.oneIn(12)) return null;
  const there = PROJECTS.filter(({ owners }) => owners(week).some((one) => isThere(one, week)));
  let left = random.below(there.reduce((sum, { share }) => sum + share, 0));
  return there.find(({ share }) => (left -= share) < 0) ?? FIRST_PROJECT;
}

function pickClient(random: Random, project: Project | null, week: number): string {
  const all = (project?.owners(week) ?? CLIENTS).filter((client) => isThere(client, week));
  return all[random.below(all.length)] ?? CLIENTS[0];
}

function pickType(random: Random): WorkType {
  const left = random.below(20);
  return left < 10
    ? 'Remote support'
    : left < 14
      ? 'On-site support'
      : left < 17
        ? 'Consultancy'
        : 'Projects';
}

/** One answer in forty follows no rule at all. */
function noisy(random: Random, truth: NonNullable<Truth>): Truth {
  if (!random.oneIn(40)) return truth;
  return { ...truth, workType: random.pick(WORK_TYPES) };
}
