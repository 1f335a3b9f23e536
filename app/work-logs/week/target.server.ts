import { write } from '#db/connection.server.ts';
import type { Services } from '../../context.server.ts';
import type { PostedForm } from '../../http/form/form.server.ts';
import { mergeEdit, versionOfValues } from '../../http/form/made-from.server.ts';
import { sayHours, toHoursInput } from '../../lib/duration.ts';
import { readSetting, writeSetting } from '../../platform/settings-store.server.ts';

/** The minutes to be worked on a working day; null where nobody has said. */
export function readTarget(services: Pick<Services, 'db'>): number | null {
  const stored = readSetting(services, 'week.target');
  return stored === null ? null : Number(stored);
}

/** What the form of the target is made from. */
export function targetMadeFrom(services: Pick<Services, 'db'>) {
  const target = readTarget(services);
  const values = { target: target === null ? '' : toHoursInput(target) };
  return { version: versionOfValues(values), values };
}

/**
 * Stores the minutes to be worked on a working day, null for no target, where the form changed them. Throws
 * `EditConflict` when another window changed them, too.
 */
export function saveEditedTarget(
  services: Pick<Services, 'db'>,
  form: PostedForm<unknown>,
  minutes: number | null,
): void {
  write(services.db, () => {
    const say = (_name: string, text: string) => sayHours(text);
    const { changed } = mergeEdit(form, { ...targetMadeFrom(services), say });
    if (!changed.has('target')) return;
    writeSetting(services, 'week.target', minutes === null ? null : String(minutes));
  });
}
