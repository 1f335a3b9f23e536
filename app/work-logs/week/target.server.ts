import type { Services } from '../../context.server.ts';
import { readSetting, writeSetting } from '../../platform/settings-store.server.ts';

/** The minutes to be worked on a working day; null where nobody has said. */
export function readTarget(services: Pick<Services, 'db'>): number | null {
  const stored = readSetting(services, 'week.target');
  return stored === null ? null : Number(stored);
}

/** Stores the minutes to be worked on a working day; null: there is no target. */
export function saveTarget(services: Pick<Services, 'db'>, minutes: number | null): void {
  writeSetting(services, 'week.target', minutes === null ? null : String(minutes));
}
