import { z } from 'zod';
import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { isMasked, withoutMask } from '../../http/form/masked-secret.ts';
import { withNewKey } from '../../http/once/one-time-keys.server.ts';
import { invalid, ProductError } from '../../lib/errors.ts';
import { optionalFlag } from '../../lib/fields.ts';
import { inPlainSigns } from '../../lib/looks.ts';
import { TaskSourceError, type TaskSource } from '../../pending-work-logs/import/task-source.ts';
import { requireOwnKey } from '../../platform/secrets/key-check.server.ts';
import {
  readSecret,
  readSetting,
  settingsVersion,
  writeSecret,
  writeSetting,
} from '../../platform/settings-store.server.ts';
import { inTurn } from '../../platform/turns.server.ts';
import type { Todoist, Whose } from '../../ports.ts';
import { EVERY, SCHEDULE_LABELS, SCHEDULES, type Schedule } from './schedules.ts';

/** The toast when Todoist's settings could not be saved (docs/specification.md). */
export const SAVE_FAILED = 'Failed to save Todoist settings';

export const TokenInput = z.object({
  apiToken: z
    .preprocess(
      (value) => value ?? '',
      z
        .string('This should be text.')
        .transform(inPlainSigns)
        .pipe(
          z
            .string()
            .min(1, 'Enter your API token.')
            .max(500, 'This is too long to be a Todoist API token.'),
        ),
    )
    .meta({ minLength: 1, maxLength: 500 }),
});

export const ScheduleInput = z.object({
  schedule: z.enum(SCHEDULES, 'Choose off, hourly or daily.'),
  everyone: optionalFlag,
});

type Store = Pick<Services, 'db' | 'appSecret'>;

/** The token, unsealed; null when there is none or it cannot be unsealed. */
export function readToken(store: Store): string | null {
  return readSecret(store, 'todoist.token');
}

/** Whether there is a token to import tasks with. */
export function hasToken(store: Store): boolean {
  return readToken(store) !== null;
}

/**
 * Saves a token that Todoist accepts; the masked placeholder keeps the stored one. Throws 400 when
 * Todoist refuses the token, 409 while the server has another key, and 502 when Todoist cannot be
 * asked. One after the other, so that the one that was sent last stays.
 */
export function saveToken(
  services: Store & Pick<Services, 'todoist' | 'logger'>,
  given: string,
): Promise<void> {
  return inTurnOfToken(services, async () => {
    requireOwnKey(services);
    const token = withoutMask(given.trim());
    if (isMasked(token) && hasToken(services)) return;
    if (token === '' || isMasked(token)) throw invalid('apiToken', 'Enter your API token.');
    const isAccepted = await services.todoist.checkToken(token).catch((error: unknown) => {
      if (!(error instanceof TaskSourceError)) throw error;
      throw new ProductError(502, `${error.message} The token was not saved.`);
    });
    if (!isAccepted) throw invalid('apiToken', REFUSED);
    requireOwnKey(services);
    writeSecret(services, 'todoist.token', token);
    services.logger.info({ event: 'connected', to: 'todoist' }, 'Todoist was connected');
  });
}

/** Runs what concerns the token once all that was sent before has been checked and saved, or refused. */
export function inTurnOfToken<Result>(
  { db }: Pick<Store, 'db'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return inTurn(db, ['todoist.token'], run);
}

const REFUSED =
  'Todoist did not accept this token, so it was not saved. Copy it from Todoist, Settings, Integrations, Developer.';

const OTHER_TOKEN = 'The API token was removed or replaced during this import.';

/** Todoist as the source of completed tasks, with the token from Settings. */
export function todoistTasks(todoist: Todoist, store: Store): TaskSource {
  return {
    open() {
      const token = readToken(store);
      if (token === null) return null;
      const requireSameToken = () => {
        if (readToken(store) !== token) throw new TaskSourceError(OTHER_TOKEN);
      };
      return async function* read(query) {
        requireSameToken();
        for await (const batch of todoist.readCompletions(token, query, readWhose(store))) {
          requireSameToken();
          yield batch;
        }
      };
    },
    settings: () => `${settingsVersion(store, 'todoist.token')} ${readWhose(store)}`,
    every() {
      const schedule = readSchedule(store);
      return schedule === 'off' ? null : EVERY[schedule];
    },
  };
}

/** Deletes the token; imported tasks stay. Throws 409 while the server has another key. */
export function removeToken(store: Store): void {
  requireOwnKey(store);
  writeSecret(store, 'todoist.token', null);
}

/** Tells one token from the next, and from none. */
export const tokenVersion = (store: Pick<Services, 'db'>) =>
  versionOfValues({ token: settingsVersion(store, 'todoist.token') });

/** The data of the Todoist card in Settings. */
export function readTodoistCard(store: Store) {
  return {
    hasToken: hasToken(store),
    tokenVersion: settingsVersion(store, 'todoist.token'),
    scheduleFrom: withNewKey(scheduleMadeFrom(store)),
  };
}

/** What the form of the schedule is made from. */
export function scheduleMadeFrom(store: Pick<Services, 'db'>) {
  const everyone = readWhose(store) === 'everyone' ? 'on' : 'off';
  const values = { schedule: readSchedule(store), everyone };
  return { version: versionOfValues(values), values };
}

/** How often tasks are imported automatically; 'off' unless it was set. */
export function readSchedule(store: Pick<Services, 'db'>): Schedule {
  const value = readSetting(store, 'todoist.schedule');
  return SCHEDULES.find((schedule) => schedule === value) ?? 'off';
}

/** Stores how often tasks are imported automatically, and whose of shared projects, if that is said. */
export function saveSchedule(store: Pick<Services, 'db'>, schedule: Schedule, whose?: Whose): void {
  write(store.db, () => {
    writeSetting(store, 'todoist.schedule', schedule);
    // The usual choice is not stored.
    if (whose) writeSetting(store, 'todoist.people', whose === 'own' ? null : whose);
  });
}

/** Stores what the form of the schedule changed, and gives the schedule. Throws `EditConflict`. */
export function saveEditedSchedule(
  store: Pick<Services, 'db'>,
  form: PostedForm<unknown>,
  input: { schedule: Schedule; everyone: boolean | null },
): Schedule {
  return write(store.db, () => {
    const { changed } = mergeEdit(form, { ...scheduleMadeFrom(store), say: sayValue });
    const schedule = changed.has('schedule') ? input.schedule : readSchedule(store);
    const whose = input.everyone === true ? 'everyone' : 'own';
    saveSchedule(store, schedule, changed.has('everyone') ? whose : undefined);
    return schedule;
  });
}

function sayValue(name: string, text: string): string {
  if (name === 'everyone') return text === 'on' ? 'ticked' : 'not ticked';
  return SCHEDULES.flatMap((one) => (one === text ? [SCHEDULE_LABELS[one]] : []))[0] ?? text;
}

/** Whose completions of shared projects are imported; one's own unless it was set otherwise. */
export function readWhose(store: Pick<Services, 'db'>): Whose {
  return readSetting(store, 'todoist.people') === 'everyone' ? 'everyone' : 'own';
}
