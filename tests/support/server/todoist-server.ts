import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Patience } from '#app/todoist/reading/requests.server.ts';
import type { TodoistFault } from '#sandbox/todoist-faults.ts';
import { startTodoist, type RunningTodoist, type TodoistAccount } from '#sandbox/todoist.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { visitSignedIn, type Answer, type Visitor } from './visitor.ts';

/** A Friday at noon in London. */
export const NOW = new Date('2026-06-26T11:00:00Z');

export type ImportingServer = {
  todoist: RunningTodoist;
  server: TestServer;
  visitor: Visitor;
  /** How long the server waits for the stand-in; may be changed at any time. */
  patience: Patience;
  /** Syncs these days over the API. */
  sync: (startDate: string, endDate: string) => Promise<Answer>;
};

type Options = {
  account: TodoistAccount;
  now?: Date;
  /** The token that the stand-in accepts. */
  token?: string;
  /** Whether the token is saved already, as it is by default. */
  isConnected?: boolean;
  environment?: Record<string, string>;
};

/** Starts the stand-in and a server that has its token; both stop when the test ends. */
export async function startImporting(options: Options): Promise<ImportingServer> {
  const { account, token, now = NOW, isConnected = true, environment } = options;
  const todoist = await startTodoist({ account, token, clock: () => now });
  onTestFinished(todoist.close);
  const patience: Patience = {};
  const server = await startTestServer(
    { ...environment, TODOIST_API_URL: todoist.url },
    { todoistPatience: patience },
  );
  onTestFinished(server.stop);
  server.setClock(now);
  const visitor = await visitSignedIn(server);
  if (isConnected) {
    const saved = await visitor.api('POST', '/api/todoist/config', { apiToken: todoist.token });
    if (saved.status !== 200) throw new Error(`The token was not saved: ${saved.text}`);
  }
  return {
    todoist,
    server,
    visitor,
    patience,
    sync: (startDate, endDate) =>
      visitor.api('POST', '/api/todoist/sync-completed', { startDate, endDate }),
  };
}

/** In milliseconds: longer than an answer takes on a busy machine. */
const ENOUGH = 10_000;

/** How long to wait for a call with this fault, in milliseconds; only silence takes all of it. */
export const timeFor = (kind: TodoistFault['kind']) => (kind === 'silence' ? 1_500 : ENOUGH);

/** Makes the server wait for Todoist no longer than this, and not at all before a repetition. */
export function hurry({ patience }: Pick<ImportingServer, 'patience'>, timeoutMs = ENOUGH): void {
  patience.timeoutMs = timeoutMs;
  patience.wait = () => Promise.resolve();
}

const Counts = z.object({
  message: z.string(),
  newPendingLogs: z.number(),
  skippedDuplicates: z.number(),
  tasksProcessed: z.number(),
});

/** The counts in the answer of a sync. Throws when the sync failed. */
export function countsOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return Counts.parse(answer.json());
}
