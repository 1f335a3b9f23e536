import { onTestFinished } from 'vitest';
import type { CompletedTask } from '#app/pending-work-logs/import/task-source.ts';
import type { Todoist } from '#app/ports.ts';
import { connectTodoist } from '#app/todoist/reading/todoist.server.ts';
import { startTodoist, type RunningTodoist, type TodoistAccount } from '#sandbox/todoist.ts';

export { manyCompletions, sampleTasks } from '#sandbox/todoist.ts';
export type { TodoistAccount, TodoistTask } from '#sandbox/todoist.ts';

type Settings = { account: TodoistAccount; now: Date; timeoutMs?: number };

export type Connection = {
  standIn: RunningTodoist;
  todoist: Todoist;
  /** Every pause before a repetition, in milliseconds; none of them is really waited out. */
  pauses: number[];
  /** Reads everything; after a fault, gives the fault and the batches before it. */
  read: (since: Date, until: Date, token?: string) => Promise<Outcome>;
};

export type Outcome = {
  batches: CompletedTask[][];
  tasks: CompletedTask[];
  notes: string[];
  fault: unknown;
};

/** Starts a stand-in and connects the adapter to it, until the test ends. */
export async function connectToStandIn({ account, now, timeoutMs }: Settings): Promise<Connection> {
  let time = now.getTime();
  const clock = () => new Date(time);
  const standIn = await startTodoist({ account, clock });
  onTestFinished(standIn.close);
  const pauses: number[] = [];
  const todoist = connectTodoist({
    apiUrl: standIn.url,
    clock,
    patience: {
      timeoutMs,
      wait: (milliseconds) => {
        pauses.push(milliseconds);
        time += milliseconds;
        return Promise.resolve();
      },
    },
  });
  return {
    standIn,
    todoist,
    pauses,
    read: (since, until, token = standIn.token) => readAll(todoist, token, { since, until }),
  };
}

async function readAll(
  todoist: Todoist,
  token: string,
  period: { since: Date; until: Date },
): Promise<Outcome> {
  const outcome: Outcome = { batches: [], tasks: [], notes: [], fault: null };
  try {
    const onNote = (note: string) => outcome.notes.push(note);
    for await (const batch of todoist.readCompletions(token, { ...period, onNote })) {
      outcome.batches.push(batch);
      outcome.tasks.push(...batch);
    }
  } catch (error) {
    outcome.fault = error;
  }
  return outcome;
}

/** What identifies the completions, sorted. */
export function keysOf(tasks: CompletedTask[]): string[] {
  return tasks.map((task) => `${task.taskId} ${task.completedAt.toISOString()}`).sort();
}

/** An account with these tasks and completions, and nothing else. */
export function accountOf(
  tasks: (Partial<TodoistAccount['tasks'][number]> & { id: string })[],
  completions: [taskId: string, at: string][],
): TodoistAccount {
  return {
    projects: [{ id: 'p1', name: 'Harbour View Dental', isArchived: false }],
    tasks: tasks.map((task) => ({
      projectId: 'p1',
      content: `Task ${task.id}`,
      description: '',
      labels: [],
      duration: null,
      repeats: null,
      ...task,
    })),
    completions: completions.map(([taskId, at]) => ({ taskId, at: new Date(at) })),
  };
}
