import { write } from '#db/connection.server.ts';
import type { Timer } from '#db/schema.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, only } from '../../http/form/made-from.server.ts';
import { getClient } from '../../clients/clients.server.ts';
import { getWorkType } from '../../work-types/work-types.server.ts';
import type { TimerChoice } from './timer.ts';
import { changeTimer } from './timer.server.ts';

/** The texts in the fields of a timer. */
export function timerValues(timer: Timer | null) {
  return {
    clientId: timer?.clientId?.toString() ?? '',
    workTypeId: timer?.workTypeId?.toString() ?? '',
    description: timer?.description ?? '',
  };
}

/** More changes than one timer ever has. */
const VERSIONS = 1_000_000;

/** The version of a timer for its form: never that of another timer, whose own versions begin at one as well. */
export const timerVersion = ({ id, version }: Timer) => id * VERSIONS + version;

/**
 * Saves what the running timer is for. Fields that were changed elsewhere since the form was made
 * keep those changes. Throws what `changeTimer` throws, and `EditConflict`.
 */
export function saveTimer(
  services: Pick<Services, 'db'>,
  person: { id: number; timerId?: number },
  form: PostedForm<unknown>,
  choice: TimerChoice,
): Timer {
  return write(services.db, () => {
    const timer = changeTimer(services, person, {});
    const { changed } = mergeEdit(form, {
      version: timerVersion(timer),
      values: timerValues(timer),
      say: (name, text) => sayValue(services, name, text),
    });
    return changeTimer(services, person, only(choice, changed));
  });
}

function sayValue(services: Pick<Services, 'db'>, name: string, text: string): string {
  if (text === '') return 'nothing';
  if (name === 'clientId') return getClient(services, Number(text)).name;
  if (name === 'workTypeId') return getWorkType(services, Number(text)).name;
  return text;
}
