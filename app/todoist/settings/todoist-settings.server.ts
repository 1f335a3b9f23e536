import type { Services } from '../../context.server.ts';
import { invalid, ProductError } from '../../lib/errors.ts';
import { isMasked } from '../../http/masked-secret.ts';
import {
  readSecret,
  readSetting,
  settingsVersion,
  writeSecret,
  writeSetting,
} from '../../platform/settings-store.server.ts';
import { TaskSourceError, type TaskSource } from '../../pending-work-logs/import/task-source.ts';
import type { Todoist } from '../reading/todoist.server.ts';
import { SCHEDULES, type Schedule } from './schedules.ts';

type Store = Pick<Services, 'db' | 'appSecret'>;

/** The token as it is sent to Todoist; null when there is none that can be opened. */
export function readToken(store: Store): string | null {
  return readSecret(store, 'todoist.token');
}

/** Whether tasks can be imported. */
export function hasToken(store: Store): boolean {
  return readToken(store) !== null;
}

/**
 * Keeps a token that Todoist accepts; the masked placeholder means that it stays as it is.
 * Throws 400 for one that Todoist refuses, 502 when it cannot say.
 */
export async function saveToken(
  services: Store & Pick<Services, 'todoist'>,
  given: string,
): Promise<void> {
  const token = given.trim();
  if (isMasked(token) && hasToken(services)) return;
  if (token === '' || isMasked(token)) throw invalid('apiToken', 'Enter your API token.');
  const isAccepted = await services.todoist.checkToken(token).catch((error: unknown) => {
    if (!(error instanceof TaskSourceError)) throw error;
    throw new ProductError(502, `${error.message} The token was not saved.`);
  });
  if (!isAccepted) throw invalid('apiToken', REFUSED);
  writeSecret(services, 'todoist.token', token);
}

const REFUSED =
  'Todoist did not accept this token, so it was not saved. Copy it from Todoist, Settings, Integrations, Developer.';

/** Todoist as the source of completed tasks: its token is the one that is kept in Settings. */
export function todoistTasks(todoist: Todoist, store: Store): TaskSource {
  return {
    open() {
      const token = readToken(store);
      return token === null ? null : (query) => todoist.readCompletions(token, query);
    },
  };
}

/** Forgets the token; imported tasks stay. */
export function removeToken(store: Store): void {
  writeSecret(store, 'todoist.token', null);
}

/** What the card in Settings shows. */
export function readTodoistCard(store: Store) {
  return {
    hasToken: hasToken(store),
    tokenVersion: settingsVersion(store, 'todoist.token'),
    schedule: readSchedule(store),
  };
}

/** How often tasks are imported by themselves. */
export function readSchedule(store: Pick<Services, 'db'>): Schedule {
  const value = readSetting(store, 'todoist.schedule');
  return SCHEDULES.find((schedule) => schedule === value) ?? 'off';
}

/** Decides how often tasks are imported by themselves. */
export function saveSchedule(store: Pick<Services, 'db'>, schedule: Schedule): void {
  writeSetting(store, 'todoist.schedule', schedule);
}
